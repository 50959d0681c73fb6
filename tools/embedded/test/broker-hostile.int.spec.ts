import { connect, type Socket } from 'node:net'
import * as amqp from 'amqplib'
import fc from 'fast-check'
import { mutated, propertySettings } from '@nameyard/testing/property'
import { startBroker, type Broker } from '../src/broker/broker'
import { encodeMethod, methods, type Arguments, type MethodName } from '../src/broker/methods'

let broker: Broker
const errors: unknown[] = []
beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation((...logged) => void errors.push(logged))
  broker = await startBroker({ memoryLimit: 64 * 1024 * 1024 })
})
afterAll(() => broker?.close())

const PROTOCOL = Buffer.from('AMQP\x00\x00\x09\x01', 'latin1')

function frame(type: number, channel: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(7)
  head.writeUInt8(type, 0)
  head.writeUInt16BE(channel, 1)
  head.writeUInt32BE(payload.length, 3)
  return Buffer.concat([head, payload, Buffer.of(0xce)])
}

const method = <Name extends MethodName>(channel: number, name: Name, args: Arguments<Name>): Buffer =>
  frame(1, channel, encodeMethod(name, args))

/** What a client sends until its connection and one channel are open. */
const opening = Buffer.concat([
  PROTOCOL,
  method(0, 'connection.start-ok', {
    clientProperties: {},
    mechanism: 'PLAIN',
    response: Buffer.from('\0guest\0guest'),
    locale: 'en_US',
  }),
  method(0, 'connection.tune-ok', { channelMax: 0, frameMax: 131_072, heartbeat: 0 }),
  method(0, 'connection.open', { virtualHost: '/', capabilities: '', insist: false }),
  method(1, 'channel.open', { outOfBand: '' }),
])

const names = ['', 'q', 'x', 'amq.topic', 'amq.direct', 'amq.rabbitmq.reply-to', '__proto__', '\u{1f600}'.repeat(60)]
const values = {
  bit: fc.boolean(),
  octet: fc.nat({ max: 255 }),
  short: fc.constantFrom(0, 1, 2, 65_535),
  long: fc.constantFrom(0, 1, 2 ** 32 - 1),
  longlong: fc.constantFrom(0, 1, 2, 2 ** 40),
  shortstr: fc.constantFrom(...names),
  longstr: fc.uint8Array({ maxLength: 40 }).map((octets) => Buffer.from(octets)),
  table: fc.constantFrom(
    {},
    { 'x-message-ttl': -1 },
    { 'x-message-ttl': 2 ** 40 },
    { 'x-max-length': 0 },
    { 'x-dead-letter-exchange': 'x' },
    { 'x-expires': 'soon', __proto__x: null },
    { 'x-queue-type': 'quorum' },
    { 'x-match': 'any', a: [1, { b: 2 }] },
  ),
}

/** Methods with arguments of the right types, in any order, with or without content. */
const anyMethod = fc
  .constantFrom(...(Object.keys(methods) as MethodName[]))
  .chain((name) =>
    fc
      .record(Object.fromEntries(Object.entries(methods[name].fields).map(([field, type]) => [field, values[type]])))
      .map((args) => method(name.startsWith('connection') ? 0 : 1, name, args as never)),
  )
const contentHeader = fc
  .tuple(fc.constantFrom(0, 5, 1e6, 2 ** 40), fc.uint8Array({ minLength: 2, maxLength: 30 }))
  .map(([size, properties]) => {
    const payload = Buffer.alloc(12)
    payload.writeUInt16BE(60, 0)
    payload.writeUInt32BE(Math.floor(size / 2 ** 32), 4)
    payload.writeUInt32BE(size % 2 ** 32, 8)
    return frame(2, 1, Buffer.concat([payload, Buffer.from(properties)]))
  })
const body = fc.uint8Array({ maxLength: 30 }).map((octets) => frame(3, 1, Buffer.from(octets)))
const frames = fc.array(fc.oneof({ weight: 4, arbitrary: anyMethod }, contentHeader, body), { maxLength: 12 })

/** Unlike `once` of node:events it does not reject when the broker resets the connection. */
const event = (socket: Socket, name: string) => new Promise((resolve) => socket.once(name, resolve))

/** Opens a connection, sends bytes, and waits until the broker closes it or is idle. */
async function send(bytes: Buffer, size = bytes.length): Promise<Socket> {
  const socket = connect(broker.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size))
  await Promise.race([event(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 15))])
  socket.destroy()
  return socket
}

/** Proves that another client can still use the broker. */
async function expectService(): Promise<void> {
  const connection = await amqp.connect(broker.url)
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  channel.sendToQueue(queue, Buffer.from('still here'))
  let message: amqp.GetMessage | false = false
  for (let tries = 0; !message && tries < 50; tries++) message = await channel.get(queue, { noAck: true })
  expect(message && message.content.toString()).toBe('still here')
  await connection.close()
}

describe('frames of hostile clients', () => {
  afterEach(expectService)

  it('in any order and with any arguments are refused with a reply code, never with an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(frames, async (sent) => {
        await send(Buffer.concat([opening, ...sent]))
        expect(errors.splice(0)).toEqual([])
      }),
      propertySettings(200),
    )
  })

  it('with changed octets are refused, in chunks of any size', async () => {
    const usual = Buffer.concat([
      opening,
      method(1, 'queue.declare', {
        ticket: 0,
        queue: 'q',
        passive: false,
        durable: false,
        exclusive: true,
        autoDelete: true,
        nowait: false,
        arguments: { 'x-message-ttl': 1000, list: [1, 'a', { b: true }] },
      }),
      method(1, 'basic.publish', { ticket: 0, exchange: '', routingKey: 'q', mandatory: true, immediate: false }),
      frame(2, 1, Buffer.from('003c0000000000000000000510000200', 'hex')),
      frame(3, 1, Buffer.from('hello')),
      method(1, 'basic.consume', {
        ticket: 0,
        queue: 'q',
        consumerTag: 't',
        noLocal: false,
        noAck: false,
        exclusive: false,
        nowait: false,
        arguments: {},
      }),
    ])
    await fc.assert(
      fc.asyncProperty(mutated([usual, opening]), fc.constantFrom(1_000_000, 97, 13), async (bytes, size) => {
        await send(bytes, size)
        expect(errors.splice(0)).toEqual([])
      }),
      propertySettings(200),
    )
  })
})
