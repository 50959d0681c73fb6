import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { startBrokerProcess } from '@nameyard/embedded/platform/broker-process'
import { testBroker } from '@nameyard/testing/broker'

/** A broker that a test can kill for all clients at once, and restore with every message that it had confirmed. */
export interface BreakableBroker {
  readonly url: string
  kill(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** The embedded broker as a process that is killed, or a RabbitMQ whose proxy drops every connection. */
export const breakableBroker = (brokerUrl: string, folder: string): Promise<BreakableBroker> =>
  brokerUrl.includes('broker=embedded') ? embeddedBroker(folder) : rabbitmqBehindProxy(brokerUrl)

/** The embedded broker as a process with its data in an empty folder. */
export async function embeddedBroker(folder: string): Promise<BreakableBroker> {
  const log = new Writable({ write: (_chunk, _encoding, done) => done() })
  let broker = await startBrokerProcess(folder, { log })
  const { url, port } = broker
  return {
    url,
    kill: async () => void (await broker.kill()),
    restore: async () => void (broker = await startBrokerProcess(folder, { port, log })),
    close: async () => void (await broker.stop()),
  }
}

async function rabbitmqBehindProxy(brokerUrl: string): Promise<BreakableBroker> {
  const broker = await testBroker(brokerUrl)
  const { hostname, port } = new URL(broker.url)
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket)))
    return socket
  }
  const proxy = createServer((client) => {
    const server = track(connect(Number(port || 5672), hostname))
    track(client).pipe(server).pipe(client)
    client.once('close', () => server.destroy())
    server.once('close', () => client.destroy())
  })
  const listen = async (at: number) => {
    proxy.listen(at, '127.0.0.1')
    await once(proxy, 'listening')
    return (proxy.address() as AddressInfo).port
  }
  const kill = async () => {
    const closed = once(proxy.close(), 'close')
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const url = new URL(broker.url)
  const proxyPort = await listen(0)
  url.host = `127.0.0.1:${proxyPort}`
  return {
    url: url.toString(),
    kill,
    restore: async () => void (await listen(proxyPort)),
    close: async () => {
      await kill()
      await broker.drop()
    },
  }
}
