import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { command } from '@nameyard/contracts/event'
import { namedBrokers } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { Unconfirmed } from '../src/publisher'
import { MessagingServer } from '../src/server'
import { message, now, seen, startConversation, type Conversation } from './conversation'
import { publishZone, start, zoneChanged } from './fixture'

/** Events for all subscribers and commands for one service, with every broker of the test run. */
describe.each(namedBrokers())('events and commands over %s', (_, url) => {
  let conversation: Conversation
  let dns: Conversation['dns']
  let gateway: Conversation['gateway']
  let control: Conversation['control']
  let depth: Conversation['depth']
  let isEmpty: Conversation['isEmpty']

  beforeAll(async () => {
    conversation = await startConversation(url)
    ;({ dns, gateway, control, depth, isEmpty } = conversation)
  })
  afterAll(() => conversation?.close())
  afterEach(() => {
    dns.bench.onMessage = async () => {}
  })

  it('reports how many messages wait or run, and how many were handled', async () => {
    const server = dns.app.get(MessagingServer)
    const before = await server.load()
    const gates = ['load-0', 'load-1', 'load-2']
    dns.bench.onMessage = (zone) => dns.bench.gate(zone)
    await gateway.publisher.publish(gates.map((zone) => message(zoneChanged, { zone })))
    await eventually(() => dns.bench.isWaiting('load-2'), 'all are handled')
    expect(await server.load()).toEqual({ waiting: 3, handled: before?.handled })
    for (const gate of gates) dns.bench.open(gate)
    dns.bench.onMessage = async () => {}
    await eventually(async () => (await server.load())?.waiting === 0, 'nothing waits')
    expect(await server.load()).toEqual({ waiting: 0, handled: (before?.handled ?? 0) + 3 })
  })

  it('delivers an event once to every service that consumes it', async () => {
    const domains = await start('domains', { url: conversation.url, now })
    try {
      const change = message(zoneChanged, { zone: 'every.example' })
      await gateway.publisher.publish([change])
      for (const { bench } of [dns, domains]) {
        await eventually(() => seen(bench, change.messageId).length > 0, 'the event is seen')
      }
      await isEmpty('dns.events')
      for (const { bench } of [dns, domains]) {
        expect(seen(bench, change.messageId)).toEqual([
          {
            id: zoneChanged.id,
            zone: 'every.example',
            delivery: { messageId: change.messageId, correlationId: 'c-2', redelivered: false },
          },
        ])
      }
    } finally {
      await domains.app.close()
    }
  })

  it('delivers a command to its service', async () => {
    const order = message(publishZone, { zone: 'one.example' })
    await gateway.publisher.publish([order])
    await eventually(() => seen(dns.bench, order.messageId).length === 1, 'the command is seen')
  })

  it('publishes a payload that is already JSON text', async () => {
    const messageId = randomUUID()
    await gateway.publisher.publish([
      { message: publishZone, body: '{"zone":"text.example"}', messageId, correlationId: 'c-3' },
    ])
    await eventually(() => seen(dns.bench, messageId)[0]?.zone === 'text.example', 'the command is seen')
  })

  it('stores a command for a service that has never run', async () => {
    const charge = command({ id: 'test.charge', service: 'orders', payload: z.object({}) })
    await gateway.publisher.publish([message(charge, {}), message(charge, {})])
    await eventually(async () => (await depth('orders.commands')) === 2, 'both commands wait')
  })

  it('reports the messages that no queue accepted', async () => {
    await control.deleteQueue('orders.commands')
    const charge = command({ id: 'test.charge', service: 'orders', payload: z.object({}) })
    const lost = message(charge, {})
    const taken = message(publishZone, { zone: 'taken.example' })
    const error: unknown = await gateway.publisher.publish([taken, lost]).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Unconfirmed)
    expect((error as Unconfirmed).messageIds).toEqual([lost.messageId])
    await eventually(() => seen(dns.bench, taken.messageId).length === 1, 'the other one is seen')
  })

  it('handles no more messages at once than the prefetch limit', async () => {
    dns.bench.mostRunning = 0
    dns.bench.onMessage = (zone) => dns.bench.gate(zone)
    const zones = Array.from({ length: 12 }, (_, i) => `${i}.example`)
    await gateway.publisher.publish(zones.map((zone) => message(zoneChanged, { zone })))
    const waiting = () => zones.filter((zone) => dns.bench.isWaiting(zone))
    await eventually(() => waiting().length === 4, 'as many run as the limit allows')
    for (let opened = 0; opened < zones.length; opened++) {
      await eventually(() => waiting().length > 0, 'another one runs')
      dns.bench.open(waiting()[0]!)
    }
    await isEmpty('dns.events')
    expect(dns.bench.mostRunning).toBe(4)
  })

  it('delivers a failed message again', async () => {
    const change = message(zoneChanged, { zone: 'second.example' })
    dns.bench.onMessage = async (_, { redelivered }) => {
      if (!redelivered) throw new Error('not yet')
    }
    await gateway.publisher.publish([change])
    await eventually(() => seen(dns.bench, change.messageId).length === 2, 'the event is seen twice')
    await isEmpty('dns.events')
    expect(seen(dns.bench, change.messageId).map(({ delivery }) => delivery.redelivered)).toEqual([false, true])
    expect(await dns.deadLetters.list('dns')).toEqual([])
  })

  it('moves a message to the dead letters after its last attempt, and redrives it on request', async () => {
    const failing = message(publishZone, { zone: 'doomed.example' })
    dns.bench.onMessage = async () => {
      throw new Error('cannot publish')
    }
    await gateway.publisher.publish([failing])
    const letters = await eventually(async () => {
      const letters = await dns.deadLetters.list('dns')
      return letters.length > 0 && letters
    }, 'a dead letter')
    expect(letters).toEqual([
      {
        message: publishZone.id,
        messageId: failing.messageId,
        correlationId: 'c-2',
        reason: 'cannot publish',
        body: '{"zone":"doomed.example"}',
      },
    ])
    expect(seen(dns.bench, failing.messageId)).toHaveLength(3)

    dns.bench.onMessage = async () => {}
    await eventually(async () => (await dns.deadLetters.count('dns')) === 1, 'the listed letter counts again')
    expect(await dns.deadLetters.redrive('dns', ['another'])).toBe(0)
    expect(await dns.deadLetters.redrive('dns', [failing.messageId])).toBe(1)
    await eventually(() => seen(dns.bench, failing.messageId).length === 4, 'the command is seen again')
    expect(await dns.deadLetters.list('dns')).toEqual([])
    expect(await dns.deadLetters.count('dns')).toBe(0)
  })

  it('moves a message that cannot be read or consumed to the dead letters at once', async () => {
    const invalid = message(zoneChanged, { zone: 7 })
    const strange = message(command({ id: 'test.strange', service: 'dns', payload: z.object({}) }), {})
    await gateway.publisher.publish([invalid, strange])
    control.publish('', 'dns.events', Buffer.from('{'), {
      type: zoneChanged.id,
      messageId: 'broken',
      correlationId: 'c-2',
    })
    const letters = await eventually(async () => {
      const letters = await dns.deadLetters.list('dns')
      return letters.length === 3 && letters
    }, 'three dead letters')
    const reasons = new Map(letters.map(({ messageId, reason }) => [messageId, reason]))
    expect(reasons.get(invalid.messageId)).toMatch(/^zone: /)
    expect(reasons.get(strange.messageId)).toBe('no consumer')
    expect(reasons.get('broken')).toBe('not JSON')
    expect(seen(dns.bench, invalid.messageId)).toEqual([])
    await control.purgeQueue('dns.dead-letters')
  })
})
