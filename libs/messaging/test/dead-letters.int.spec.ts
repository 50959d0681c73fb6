import { connect } from 'amqplib'
import { namedBrokers, testBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { message, now, seen, startConversation, type Conversation } from './conversation'
import { publishZone, start } from './fixture'

/** Dead letters are in a queue on several nodes; an earlier release kept them in a queue on one node. */
describe.each(namedBrokers())('dead letters over %s', (_, url) => {
  let conversation: Conversation
  let dns: Conversation['dns']

  beforeAll(async () => {
    conversation = await startConversation(url)
    ;({ dns } = conversation)
  })
  afterAll(() => conversation?.close())

  it('stay in their queue however often they are listed', async () => {
    dns.bench.onMessage = () => Promise.reject(new Error('cannot publish'))
    const failing = [1, 2, 3].map((number) => message(publishZone, { zone: `${number}.example` }))
    await conversation.gateway.publisher.publish(failing)
    const listed = async (limit?: number) =>
      (await dns.deadLetters.list('dns', limit)).map(({ messageId }) => messageId).sort()
    const all = failing.map(({ messageId }) => messageId).sort()
    await eventually(async () => (await dns.deadLetters.count('dns')) === 3, 'three dead letters')
    // More often than any limit that a broker sets by itself.
    for (let time = 0; time < 60; time++) expect(await listed()).toEqual(all)
    expect(await listed(2)).toHaveLength(2)
    dns.bench.onMessage = async () => {}
    expect(await dns.deadLetters.redrive('dns')).toBe(3)
    for (const id of all) await eventually(() => seen(dns.bench, id).length === 4, 'the command is seen again')
  })
})

describe.each(namedBrokers())('dead letters of an earlier release over %s', (_, url) => {
  it('move to the queue of this one when the service starts, by one of its processes, and the old queue is gone', async () => {
    const broker = await testBroker(url)
    const raw = await connect(broker.url)
    const channel = await raw.createConfirmChannel()
    await channel.assertExchange('nameyard.dead', 'direct', { durable: true })
    await channel.assertQueue('dns.dead', { durable: true })
    await channel.bindQueue('dns.dead', 'nameyard.dead', 'dns')
    const headers = { 'nameyard-queue': 'dns.commands', 'nameyard-reason': 'cannot publish' }
    const ids = Array.from({ length: 200 }, (_, number) => `letter-${number}`)
    for (const messageId of ids) {
      const properties = { persistent: true, messageId, correlationId: 'c-2', type: publishZone.id, headers }
      channel.publish('nameyard.dead', 'dns', Buffer.from('{"zone":"old.example"}'), properties)
    }
    await channel.waitForConfirms()
    const services = await Promise.all([1, 2, 3].map(() => start('dns', { url: broker.url, now })))
    const [dns] = services as [(typeof services)[0]]
    try {
      await eventually(async () => (await dns.deadLetters.count('dns')) === ids.length, 'all letters are there')
      const letters = await dns.deadLetters.list('dns', 1_000)
      expect(letters.map(({ messageId }) => messageId).sort()).toEqual([...ids].sort())
      expect(letters[0]).toMatchObject({ reason: 'cannot publish', correlationId: 'c-2', message: publishZone.id })
      await eventually(async () => {
        const probe = await raw.createChannel()
        probe.on('error', () => {})
        return probe.checkQueue('dns.dead').then(
          () => probe.close().then(() => false),
          (error: { code: number }) => error.code === 404,
        )
      }, 'the old queue is gone')
      expect(await dns.deadLetters.redrive('dns')).toBe(ids.length)
      await eventually(
        () => services.flatMap(({ bench }) => bench.seen).length === ids.length,
        'the service has got them as commands',
      )
    } finally {
      await Promise.all(services.map(({ app }) => app.close()))
      await raw.close()
      await broker.drop()
    }
  })
})
