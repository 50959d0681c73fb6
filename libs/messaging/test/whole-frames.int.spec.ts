import { once } from 'node:events'
import { connect as open, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from 'amqplib'
import { namedBrokers, testBroker } from '@nameyard/testing/broker'
import { joinFramesOnce, type Reading } from '../src/whole-frames'

/** Sizes of the pieces in which the bytes of the broker arrive, in turn: they end within headers and within payloads. */
const PIECES = [1, 6, 7, 8, 500, 4096, 30_000]

/** Most bytes that a connection reads at once. */
const MOST_AT_ONCE = 65_536

/** Sizes of messages: without a payload, in one frame beside others, and in several frames. */
const SIZES = [0, 1, 9, 100, 5000, 70_000, 3, 300_000, 0, 20_000, 131_000, 140_000]

/** A server in front of a broker that passes its bytes on in pieces. */
async function cuttingProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  let at = 0
  const server = createServer((client) => {
    const broker = open({ host: hostname, port: Number(port), noDelay: true })
    sockets.push(client, broker)
    client.setNoDelay()
    client.pipe(broker)
    void (async () => {
      for await (const bytes of broker as AsyncIterable<Buffer>) {
        for (let start = 0; start < bytes.length;) {
          const end = start + PIECES[at++ % PIECES.length]!
          client.write(bytes.subarray(start, end))
          start = end
          await turn()
        }
      }
      client.end()
    })().catch(() => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = new URL(url)
  cut.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: cut.href,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe.each(namedBrokers())('a connection that joins frames once, to %s', (_, url) => {
  it('receives the same messages, however their bytes arrive', async () => {
    const broker = await testBroker(url)
    const proxy = await cuttingProxy(broker.url)
    const model = await connect(proxy.url)
    try {
      joinFramesOnce(model.connection as unknown as Reading)
      const channel = await model.createChannel()
      const { queue } = await channel.assertQueue('', { exclusive: true })
      const received: Buffer[] = []
      const all = new Promise<void>((resolve) => {
        void channel.consume(
          queue,
          (message) => {
            received.push(message!.content)
            if (received.length === 2 * SIZES.length) resolve()
          },
          { noAck: true },
        )
      })
      const sent = [...SIZES, ...SIZES].map((size, index) => Buffer.alloc(size, `${index} `))
      for (const content of sent) channel.sendToQueue(queue, content)
      await all
      expect(received.map(({ length }) => length)).toEqual(sent.map(({ length }) => length))
      expect(received.every((content, index) => content.equals(sent[index]!))).toBe(true)
    } finally {
      await model.close()
      proxy.close()
      await broker.drop()
    }
  })

  it('joins the bytes of a large message once', async () => {
    const broker = await testBroker(url)
    const proxy = await cuttingProxy(broker.url)
    const model = await connect(proxy.url)
    const connection = model.connection as unknown as Reading
    let { rest } = connection
    const joined: number[] = []
    Object.defineProperty(connection, 'rest', {
      get: () => rest,
      set: (bytes: Buffer) => {
        rest = bytes
        if (bytes.length > MOST_AT_ONCE) joined.push(bytes.length)
      },
    })
    try {
      joinFramesOnce(connection)
      const channel = await model.createChannel()
      const { queue } = await channel.assertQueue('', { exclusive: true })
      const arrived = new Promise((resolve) => void channel.consume(queue, resolve, { noAck: true }))
      channel.sendToQueue(queue, Buffer.alloc(100_000))
      await arrived
      expect(joined).toEqual([100_008])
    } finally {
      await model.close()
      proxy.close()
      await broker.drop()
    }
  })
})
