import { createServer, type AddressInfo, type Server } from 'node:net'
import { isLoopback, type Credentials } from './authentication'
import { Connection, type ConnectionHost } from './connection'
import { lockFolder } from '../folder-lock'
import { Journal } from './journal'
import { Memory } from './memory'
import { aliveRecords, restore } from './recovery'
import { replyCode } from './reply-code'
import { VirtualHost, type BrokerResources } from './virtual-host'

export interface BrokerOptions {
  /** Default 127.0.0.1. Any other than a loopback address needs `user` and `password`. */
  host?: string
  /** Default 0: a free port. */
  port?: number
  /** Where durable queues and persistent messages are kept. Without it everything ends with the broker. */
  dataFolder?: string
  /** The only user let in. Without it anybody is, from this machine. */
  user?: string
  password?: string
  /** Bytes of messages held before publishers are refused; default 512 MiB. */
  memoryLimit?: number
  /** Largest message body in bytes; default 16 MiB, as RabbitMQ 4. */
  maxMessageBytes?: number
  /** The journal cannot be written any more; the broker refuses all work from then on. */
  onFailure?: (error: Error) => void
}

export interface Broker {
  /** `amqp://…` with user and password, for the virtual host `/`. */
  readonly url: string
  readonly port: number
  /** Ends all connections, brings everything to disk and stops. */
  close(): Promise<void>
}

/**
 * Starts a small AMQP 0-9-1 broker in this process: the wire of RabbitMQ for development, demonstration and tests.
 * One node, no TLS, no management. Virtual hosts come into being when a client opens them. What it does not
 * implement it refuses with 540 NOT_IMPLEMENTED.
 */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
  const { host = '127.0.0.1', port = 0, dataFolder, user, password, memoryLimit = 512 * 1024 * 1024 } = options
  if ((user === undefined) !== (password === undefined)) throw new Error('A broker user needs a name and a password.')
  const credentials: Credentials | undefined =
    user === undefined || password === undefined ? undefined : { user, password }
  if (!credentials && !isLoopback(host)) {
    throw new Error(`The broker lets anybody in without a password, so it does not listen on ${host} without one.`)
  }
  const unlock = dataFolder === undefined ? undefined : await lockFolder(dataFolder)

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
  const login = credentials
    ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.password)}`
    : 'guest:guest'
  return {
    url: `amqp://${login}@${host.includes(':') ? `[${host}]` : host}:${address.port}`,
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
      reject(taken ? new Error(`Port ${port} on ${host} is in use, the broker cannot listen there.`) : error)
    })
    server.listen(port, host, () => resolve())
  })
}

/** Time to live outlasts a restart, so it needs the time of day; a clock that is set does not disturb it until then. */
function epochMilliseconds(): number {
  return Math.floor(performance.timeOrigin + performance.now())
}
