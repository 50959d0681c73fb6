import { connect, type Channel, type ChannelModel } from 'amqplib'
import fc from 'fast-check'
import { namedBrokers } from '@nameyard/testing/broker'
import { answerKind, encodeAnswers } from '../src/wire'
import { call, startConversation, type Conversation } from './conversation'
import { echo, whoami } from './fixture'

/** A program that was taken over sends what it wants to a caller. The seed is fixed, so that a failed run can be repeated. */
const settings = { seed: 20_261_124, numRuns: 300 }

const large = fc.string({ minLength: 1 }).map((each) => each.repeat(20_000))
const text = fc.oneof(
  { weight: 10, arbitrary: fc.string() },
  large,
  fc.constantFrom('', '{', 'null', '[]', '"x"', '\n', '[1,0,2,0]\n{}'),
)
const header = fc.array(fc.oneof(fc.integer({ min: -5, max: 9_999 }), fc.double(), fc.string(), fc.constant(null)))
const hostile = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  text.map((each) => Buffer.from(each)),
  fc.tuple(header, text).map(([numbers, rest]) => Buffer.from(`${JSON.stringify(numbers)}\n${rest}`)),
  fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...Object.values(answerKind)), text, text)
    .map(
      ([sequence, kind, data, warnings]) => encodeAnswers([{ sequence: sequence + 10_000, kind, data, warnings }])[0]!,
    ),
)

describe.each(namedBrokers())('answers of hostile programs over %s', (_, url) => {
  let conversation: Conversation
  let model: ChannelModel
  let channel: Channel
  let replyTo: string

  beforeAll(async () => {
    conversation = await startConversation(url)
    model = await connect(conversation.url)
    channel = await model.createChannel()
    // Takes the place of the service, and so learns where the caller waits for answers.
    await conversation.dns.app.close()
    const asked = new Promise<string>((resolve) => {
      void channel.consume(`${echo.service}.requests`, (message) => resolve(String(message?.properties.replyTo)), {
        noAck: true,
      })
    })
    void conversation.gateway.rpc.call(whoami, {}, call()).catch(() => {})
    replyTo = await asked
  })
  afterAll(async () => {
    await model?.close()
    await conversation?.close().catch(() => {})
  })

  it('are dropped, and the caller keeps its connection', async () => {
    const { gateway } = conversation
    const before = gateway.connection.channels
    expect(before).toBeDefined()
    fc.assert(
      fc.property(hostile, (content) => {
        channel.publish('', replyTo, content)
      }),
      settings,
    )
    const waiting = gateway.rpc.call(
      echo,
      { text: 'x' },
      call({ deadline: performance.timeOrigin + performance.now() + 1_000 }),
    )
    await expect(waiting).rejects.toMatchObject({ refusal: 'service_unavailable' })
    expect(gateway.connection.channels).toBe(before)
  })
})
