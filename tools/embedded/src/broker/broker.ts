import { createServer, type AddressInfo, type Server } from 'node:net'
import { lockFolder } from '../folder-lock'
import { keptCredentials, loginOf, newCredentials } from './authentication'
import { Connection, type ConnectionHost } from './connection'
import { Journal } from './journal'
import { Memory } from './memory'
import { aliveRecords, restore } from './recovery'
import { replyCode } from './reply-code'
import { VirtualHost, type BrokerResources } from './virtual-host'

export interface BrokerOptions {
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: a free port. */
  port?: number
  /** Keeps the password, durable queues and persistent messages. Without it they end with the broker. */
  dataFolder?: string
  /** Bytes of messages in memory, above which publishes are refused; default 512 MiB. */
  memoryLimit?: number
  /** Largest message body in bytes; default 16 MiB, as in RabbitMQ 4. */
  maxMessageBytes?: number
  /** Called when the journal cannot be written. The broker refuses all work from then on. */
  onFailure?: (error: Error) => void
}

export interface Broker {
  /** `amqp://…` with the random password of its only user, for the virtual host `/`. */
  readonly url: string
  readonly port: number
  /** Closes all connections, writes the journal to disk and stops. */
  close(): Promise<void>
}

/**
 * Starts a small AMQP 0-9-1 broker in this process, for development, demonstration and tests. It is compatible with
 * RabbitMQ: one node, no TLS, no management. A virtual host is created when a client opens it. Methods and features
 * that it does not implement it refuses with 540 NOT_IMPLEMENTED.
 */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
  const { host = '127.0.0.1', port = 0, dataFolder, memoryLimit = 512 * 1024 * 1024 } = options
  const unlock = dataFolder === undefined ? undefined : await lockFolder(dataFolder)
  const credentials = dataFolder === undefined ? newCredentials() : keptCredentials(dataFolder)

  const vhosts = new Map<string, VirtualHost>()
  const connections = new Set<Connection>()
  let lastId = 0
  const journal =
    dataFolder === undefined
      ? undefined
      : new Journal(
          dataFolder,
          () => aliveRecords(vhosts.values()),
          (error) => {
            endConnections(connections, 'the journal cannot be written')
            server.close()
            options.onFailure?.(error)
          },
        )
  const memory = new Memory(memoryLimit, (alarmed) => {
    for (const connection of connections) connection.signalMemory(alarmed)
  })
  const resources: BrokerResources = { memory, journal, now: epochMilliseconds, nextId: () => ++lastId }
  const virtualHost = (name: string): VirtualHost => {
    let vhost = vhosts.get(name)
    if (!vhost) vhosts.set(name, (vhost = new VirtualHost(name, resources)))
    return vhost
  }
  const connectionHost: ConnectionHost = {
    credentials,
    journal,
    maxMessageBytes: options.maxMessageBytes ?? 16 * 1024 * 1024,
    virtualHost,
    closed: (connection) => {
      connections.delete(connection)
      const { vhost } = connection
      const isShared = [...connections].some((other) => other.vhost === vhost)
      if (vhost?.isEmpty && !isShared) vhosts.delete(vhost.name)
    },
  }
  const server = createServer((socket) => connections.add(new Connection(socket, connectionHost)))
  try {
    if (journal) {
      lastId = restore(journal.read(), virtualHost)
      journal.compact()
    }
    await listen(server, host, port)
  } catch (error) {
    await unlock?.()
    throw error
  }

  const address = server.address() as AddressInfo
  return {
    url: `amqp://${loginOf(credentials)}@${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      endConnections(connections, 'the broker stops')
      await closed
      for (const vhost of vhosts.values()) for (const queue of vhost.queues.values()) queue.stop()
      await journal?.close()
      await unlock?.()
    },
  }
}

function endConnections(connections: Iterable<Connection>, reason: string): void {
  for (const connection of [...connections]) {
    connection.close(replyCode.connectionForced, `CONNECTION_FORCED - ${reason}`)
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(
        taken
          ? new Error(
              `Port ${port} on ${host} is in use: stop the program that listens there, or choose another port for the broker.`,
            )
          : error,
      )
    })
    server.listen(port, host, () => resolve())
  })
}

/** The time of day, because times to live survive a restart. A change of the system clock has no effect until then. */
function epochMilliseconds(): number {
  return Math.floor(performance.timeOrigin + performance.now())
}
