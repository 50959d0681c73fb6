import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import * as packet from 'dns-packet'
import fc from 'fast-check'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { eventually } from '@nameyard/testing/eventually'
import { mutated, propertySettings } from '@nameyard/testing/property'
import { exchange } from './dns-client'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>
let port: number

beforeAll(async () => {
  platform = await startPlatform()
  port = (await platform.replica()).port
  const zone = {
    domain: { name: 'hostile', extension: 'com' },
    type: 'master' as const,
    records: [
      { type: 'A', name: 'www', value: '192.0.2.1', ttl: 300 },
      { type: 'CNAME', name: 'loop', value: 'loop2.hostile.com', ttl: 300 },
      { type: 'CNAME', name: 'loop2', value: 'loop.hostile.com', ttl: 300 },
      { type: 'TXT', name: '*', value: '"wild"', ttl: 300 },
    ],
  }
  await platform.rpc.call(createZone, zone as never, platform.call(1))
  await eventually(() => expectService().then(() => true), 'the zone at the responder')
})
afterAll(() => platform?.close())

const question = (name: string, type: string) =>
  Buffer.from(packet.encode({ type: 'query', id: 4711, questions: [{ name, type }] }))
const queries = [
  question('www.hostile.com', 'A'),
  question('loop.hostile.com', 'A'),
  question('a.b.c.hostile.com', 'TXT'),
  question('hostile.com', 'ANY'),
]

/** SERVFAIL is the answer to an error inside the responder. */
const SERVFAIL = 2

/** UDP may lose the first query after many others. */
async function expectService(): Promise<void> {
  const ask = () => exchange(port, question('www.hostile.com', 'A'))
  const { answers } = packet.decode(await ask().catch(ask))
  expect(answers).toMatchObject([{ data: '192.0.2.1' }])
}

it('answers hostile messages over UDP without an internal error', async () => {
  const socket = createSocket('udp4')
  const codes: number[] = []
  socket.on('message', (answer) => void codes.push(answer.readUInt16BE(2) & 15))
  try {
    await fc.assert(
      fc.asyncProperty(mutated(queries), async (message) => {
        await new Promise((resolve) => socket.send(message, port, '127.0.0.1', resolve))
        // The responder is in this process: it gets its turn, or its buffer would overflow.
        await new Promise((resolve) => setImmediate(resolve))
      }),
      propertySettings(600),
    )
    await expectService()
    expect(codes.length).toBeGreaterThan(10)
    expect(codes).not.toContain(SERVFAIL)
  } finally {
    socket.close()
  }
})

it('answers hostile streams over TCP without an internal error', async () => {
  const codes: number[] = []
  const framed = queries.map((message) => Buffer.concat([Buffer.of(0, message.length), message]))
  await fc.assert(
    fc.asyncProperty(mutated([Buffer.concat(framed), ...framed]), fc.boolean(), async (stream, isSplit) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('data', (answer: Buffer) => {
        if (answer.length >= 6) codes.push(answer.readUInt16BE(4) & 15)
      })
      if (isSplit) socket.write(stream.subarray(0, 1))
      socket.end(isSplit ? stream.subarray(1) : stream)
      await new Promise((resolve) => socket.once('close', resolve))
    }),
    propertySettings(200),
  )
  await expectService()
  expect(codes).not.toContain(SERVFAIL)
})
