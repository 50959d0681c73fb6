import { randomUUID } from 'node:crypto'
import { connect, type Channel, type ChannelModel } from 'amqplib'
import { Refusal } from '@nameyard/contracts/errors'
import { command, event } from '@nameyard/contracts/event'
import type { Call } from '@nameyard/contracts/operation'
import { brokerUrls, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { z } from 'zod'
import { Unconfirmed, type Outgoing } from '../src/publisher'
import { MessagingServer } from '../src/server'
import { assertRpc } from '../src/topology'
import { echo, gated, noted, publishZone, square, start, unhandled, zoneChanged, type Running } from './fixture'
import { proxyTo, type Proxy } from './proxy'

const now = (): number => performance.timeOrigin + performance.now()
const call = (over: Partial<Call> = {}): Call => ({ correlationId: 'c-1', deadline: now() + 10_000, ...over })

const message = (message: Outgoing['message'], payload: unknown): Outgoing & { messageId: string } => ({
  message,
  payload,
  messageId: randomUUID(),
  correlationId: 'c-2',
})

const refusalOf = async (answer: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await answer.then(
    () => new Error('was not refused'),
    (error: unknown) => error,
  )
  if (!(error instanceof Refusal)) throw error
  return error
}

/** What both brokers, and any other, must do for the platform; told in the order a reader needs it. */
describe.each(brokerUrls())('messaging over %s', (url) => {
  let broker: TestBroker
  let toDns: Proxy
  let toGateway: Proxy
  let dns: Running
  let gateway: Running
  let raw: ChannelModel
  let control: Channel

  beforeAll(async () => {
    broker = await testBroker(url)
    toDns = await proxyTo(broker.url)
    toGateway = await proxyTo(broker.url)
    dns = await start('dns', { url: toDns.url, now, prefetch: 4 })
    gateway = await start('gateway', { url: toGateway.url, now })
    raw = await connect(broker.url)
    control = await raw.createChannel()
  })

  afterAll(async () => {
    await gateway?.app.close()
    await dns?.app.close()
    await raw?.close()
    await toGateway?.close()
    await toDns?.close()
    await broker?.drop()
  })

  afterEach(() => {
    dns.bench.onMessage = async () => {}
  })

  const depth = async (queue: string): Promise<number> => (await control.checkQueue(queue)).messageCount
  const isEmpty = (queue: string) => eventually(async () => (await depth(queue)) === 0, `${queue} is empty`)
  const seen = (bench: Running['bench'], messageId: string) =>
    bench.seen.filter(({ delivery }) => delivery.messageId === messageId)

  describe('operations', () => {
    it('answers with the result of the handler, which gets input and call', async () => {
      const result = await gateway.rpc.call(echo, { text: 'ab', times: 2 }, call({ correlationId: 'c-7' }))
      expect(result).toEqual({ text: 'abab', correlationId: 'c-7' })
    })

    it('hands result and warnings over as text', async () => {
      expect(await gateway.rpc.callText(echo, { text: 'ü\n"' }, call())).toEqual({
        data: '{"text":"ü\\n\\"","correlationId":"c-1"}',
        warnings: '[]',
        replayed: false,
      })
      const { warnings } = await gateway.rpc.callText(echo, { text: 'advise' }, call())
      expect(JSON.parse(warnings)).toEqual([{ code: 1, data: 'text', desc: 'Say less.' }])
    })

    it('passes on unread what is JSON text already', async () => {
      const { data } = await gateway.rpc.callText(echo, { text: 'print' }, call({ correlationId: 'c-"' }))
      expect(data).toBe('{"text":"as it \\u0077as","correlationId":"c-\\""}')
      expect((await gateway.rpc.call(echo, { text: 'print' }, call())).text).toBe('as it was')
    })

    it('carries a refusal with its details', async () => {
      const refusal = await refusalOf(gateway.rpc.call(echo, { text: 'refuse' }, call()))
      expect(refusal).toMatchObject({ refusal: 'zone_not_found', details: { zone: 'example.org' } })
    })

    it('refuses an invalid input with every fault, before the handler', async () => {
      const refusal = await refusalOf(gateway.rpc.call(echo, { text: '', times: 'x' as never }, call()))
      expect(refusal.refusal).toBe('invalid_input')
      expect(refusal.details).toMatchObject({ field: 'text' })
      expect(refusal.faults.map(({ path }) => path)).toEqual(['text', 'times'])
    })

    it('tells nothing of an error but the correlation id', async () => {
      for (const text of ['throw', 'undeclared']) {
        const refusal = await refusalOf(gateway.rpc.call(echo, { text }, call({ correlationId: 'c-8' })))
        expect(refusal).toMatchObject({ refusal: 'internal_error', details: { correlationId: 'c-8' }, faults: [] })
      }
    })

    it('refuses an operation that nobody handles', async () => {
      expect(await refusalOf(gateway.rpc.call(unhandled, {}, call()))).toMatchObject({ refusal: 'service_unavailable' })
    })

    it('lets requests of one turn travel together and answers them in one batch', async () => {
      dns.bench.batches.length = 0
      const numbers = Array.from({ length: 100 }, (_, i) => i)
      const answers = await Promise.all(numbers.map((number) => gateway.rpc.call(square, { number }, call())))
      expect(answers.map(({ square }) => square)).toEqual(numbers.map((number) => number ** 2))
      expect(dns.bench.batches.map(({ length }) => length)).toEqual([64, 36])
    })

    it('lets a bad item of a batch fail alone', async () => {
      const answers = await Promise.allSettled([
        gateway.rpc.call(square, { number: 2 }, call()),
        gateway.rpc.call(square, { number: 3, bad: 'throws' }, call()),
        gateway.rpc.call(square, { number: 4, bad: 'refused' }, call()),
        gateway.rpc.call(square, { number: 'x' as never }, call()),
        gateway.rpc.call(square, { number: 5 }, call()),
      ])
      expect(answers).toMatchObject([
        { value: { square: 4 } },
        { reason: { refusal: 'internal_error' } },
        { reason: { refusal: 'zone_not_found' } },
        { reason: { refusal: 'invalid_input' } },
        { value: { square: 25 } },
      ])
    })

    it('lets no answer wait for a slow neighbour of its message', async () => {
      let slowAnswered = false
      const slow = gateway.rpc.call(gated, { gate: 'slow' }, call()).finally(() => (slowAnswered = true))
      const quick = await gateway.rpc.call(echo, { text: 'quick' }, call())
      expect(quick.text).toBe('quick')
      expect(slowAnswered).toBe(false)
      await eventually(() => dns.bench.isWaiting('slow'), 'the slow handler runs')
      dns.bench.open('slow')
      expect(await slow).toEqual({ gate: 'slow' })
    })

    it('lets slow operations take no place from others', async () => {
      const gates = Array.from({ length: 8 }, (_, i) => `slow-${i}`)
      const slow: Promise<unknown>[] = []
      for (const gate of gates) {
        slow.push(gateway.rpc.call(gated, { gate }, call()))
        await eventually(() => dns.bench.isWaiting(gate), `${gate} runs`)
      }
      expect((await gateway.rpc.call(echo, { text: 'quick' }, call())).text).toBe('quick')
      for (const gate of gates) dns.bench.open(gate)
      await Promise.all(slow)
    })

    it('refuses at the timeout and forgets the late answer', async () => {
      const refusal = await refusalOf(gateway.rpc.call(gated, { gate: 'late' }, call(), { timeoutMs: 30 }))
      expect(refusal.refusal).toBe('service_unavailable')
      await eventually(() => dns.bench.isWaiting('late'), 'the late handler runs')
      dns.bench.open('late')
      expect((await gateway.rpc.call(echo, { text: 'next' }, call())).text).toBe('next')
    })

    it('refuses at once when the deadline has passed', async () => {
      const refusal = await refusalOf(gateway.rpc.call(echo, { text: 'a' }, call({ deadline: now() - 1 })))
      expect(refusal.refusal).toBe('service_unavailable')
    })

    it('lets a request expire in the queue of a service that is away', async () => {
      await assertRpc(control, 'domains')
      await refusalOf(gateway.rpc.call(noted, { zone: 'expired.example' }, call(), { timeoutMs: 30 }))
      await isEmpty('domains.rpc')
      const domains = await start('domains', { url: broker.url, now })
      try {
        await gateway.rpc.call(noted, { zone: 'alive.example' }, call())
        expect(domains.bench.notes).toEqual(['alive.example'])
      } finally {
        await domains.app.close()
      }
    })

    it('drops a request whose deadline has passed on the way', async () => {
      const domains = await start('domains', { url: broker.url, now: () => now() + 60_000 })
      try {
        await refusalOf(gateway.rpc.call(noted, { zone: 'late.example' }, call(), { timeoutMs: 50 }))
        await gateway.rpc.call(noted, { zone: 'early.example' }, call({ deadline: now() + 90_000 }))
        expect(domains.bench.notes).toEqual(['early.example'])
      } finally {
        await domains.app.close()
      }
    })
  })

  describe('events and commands', () => {
    it('tells how many wait or are handled, and how many were', async () => {
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

    it('brings an event to every service that consumes it, once', async () => {
      const domains = await start('domains', { url: broker.url, now })
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

    it('brings a command to its service alone', async () => {
      const order = message(publishZone, { zone: 'one.example' })
      await gateway.publisher.publish([order])
      await eventually(() => seen(dns.bench, order.messageId).length === 1, 'the command is seen')
    })

    it('takes a payload that is JSON text already', async () => {
      const messageId = randomUUID()
      await gateway.publisher.publish([
        { message: publishZone, body: '{"zone":"text.example"}', messageId, correlationId: 'c-3' },
      ])
      await eventually(() => seen(dns.bench, messageId)[0]?.zone === 'text.example', 'the command is seen')
    })

    it('keeps a command for a service that has never run', async () => {
      const charge = command({ id: 'test.charge', service: 'orders', payload: z.object({}) })
      await gateway.publisher.publish([message(charge, {}), message(charge, {})])
      await eventually(async () => (await depth('orders.commands')) === 2, 'both commands wait')
    })

    it('says which messages no queue took', async () => {
      await control.deleteQueue('orders.commands')
      const charge = command({ id: 'test.charge', service: 'orders', payload: z.object({}) })
      const lost = message(charge, {})
      const taken = message(publishZone, { zone: 'taken.example' })
      const error: unknown = await gateway.publisher.publish([taken, lost]).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Unconfirmed)
      expect((error as Unconfirmed).messageIds).toEqual([lost.messageId])
      await eventually(() => seen(dns.bench, taken.messageId).length === 1, 'the other one is seen')
    })

    it('handles no more messages at once than its prefetch', async () => {
      dns.bench.mostRunning = 0
      dns.bench.onMessage = (zone) => dns.bench.gate(zone)
      const zones = Array.from({ length: 12 }, (_, i) => `${i}.example`)
      await gateway.publisher.publish(zones.map((zone) => message(zoneChanged, { zone })))
      const waiting = () => zones.filter((zone) => dns.bench.isWaiting(zone))
      await eventually(() => waiting().length === 4, 'as many run as may')
      for (let opened = 0; opened < zones.length; opened++) {
        await eventually(() => waiting().length > 0, 'another one runs')
        dns.bench.open(waiting()[0]!)
      }
      await isEmpty('dns.events')
      expect(dns.bench.mostRunning).toBe(4)
    })

    it('tries a failed message again', async () => {
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

    it('lays a message aside after its last attempt and gives it back on demand', async () => {
      const doomed = message(publishZone, { zone: 'doomed.example' })
      dns.bench.onMessage = async () => {
        throw new Error('cannot publish')
      }
      await gateway.publisher.publish([doomed])
      const letters = await eventually(async () => {
        const letters = await dns.deadLetters.list('dns')
        return letters.length > 0 && letters
      }, 'a dead letter')
      expect(letters).toEqual([
        {
          message: publishZone.id,
          messageId: doomed.messageId,
          correlationId: 'c-2',
          reason: 'cannot publish',
          body: '{"zone":"doomed.example"}',
        },
      ])
      expect(seen(dns.bench, doomed.messageId)).toHaveLength(3)

      dns.bench.onMessage = async () => {}
      expect(await dns.deadLetters.count('dns')).toBe(1)
      expect(await dns.deadLetters.redrive('dns', ['another'])).toBe(0)
      expect(await dns.deadLetters.redrive('dns', [doomed.messageId])).toBe(1)
      await eventually(() => seen(dns.bench, doomed.messageId).length === 4, 'the command is seen again')
      expect(await dns.deadLetters.list('dns')).toEqual([])
      expect(await dns.deadLetters.count('dns')).toBe(0)
    })

    it('lays poison aside at once', async () => {
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
      await control.purgeQueue('dns.dead')
    })
  })

  describe('when the connection is lost', () => {
    it('refuses what is asked at once, and answers again when it is back', async () => {
      const pending = gateway.rpc.call(gated, { gate: 'cut' }, call({ deadline: now() + 60_000 }))
      await eventually(() => dns.bench.isWaiting('cut'), 'the handler runs')
      toGateway.cut()
      expect((await refusalOf(pending)).refusal).toBe('service_unavailable')
      expect((await refusalOf(gateway.rpc.call(echo, { text: 'a' }, call()))).refusal).toBe('service_unavailable')
      await expect(gateway.publisher.publish([message(zoneChanged, { zone: 'a' })])).rejects.toThrow(Unconfirmed)
      dns.bench.open('cut')
      toGateway.mend()
      const { text } = await eventually(() => gateway.rpc.call(echo, { text: 'back' }, call()), 'an answer')
      expect(text).toBe('back')
    })

    it('delivers a message again whose handler had not completed', async () => {
      const change = message(zoneChanged, { zone: 'again.example' })
      dns.bench.onMessage = (zone) => dns.bench.gate(zone)
      await gateway.publisher.publish([change])
      await eventually(() => dns.bench.isWaiting('again.example'), 'the handler runs')
      toDns.cut()
      dns.bench.open('again.example')
      dns.bench.onMessage = async () => {}
      toDns.mend()
      await eventually(() => seen(dns.bench, change.messageId).length === 2, 'the event is seen twice')
      expect(seen(dns.bench, change.messageId).map(({ delivery }) => delivery.redelivered)).toEqual([false, true])
      await isEmpty('dns.events')
      expect((await eventually(() => gateway.rpc.call(echo, { text: 'back' }, call()), 'an answer')).text).toBe('back')
    })

    it('starts without a broker and serves when there is one', async () => {
      toDns.cut()
      const domains = await start('domains', { url: toDns.url, now })
      try {
        toDns.mend()
        await eventually(
          () => gateway.rpc.call(noted, { zone: 'first.example' }, call(), { timeoutMs: 500 }),
          'an answer',
        )
        expect(domains.bench.notes).toContain('first.example')
      } finally {
        await domains.app.close()
      }
    })
  })

  it('finishes what is in hand when it closes', async () => {
    await eventually(() => gateway.rpc.call(echo, { text: 'up' }, call()), 'the service is up')
    const change = message(event({ ...zoneChanged }), { zone: 'closing.example' })
    dns.bench.onMessage = (zone) => dns.bench.gate(zone)
    await gateway.publisher.publish([change])
    const answer = gateway.rpc.call(gated, { gate: 'closing' }, call())
    await eventually(() => dns.bench.isWaiting('closing') && dns.bench.isWaiting('closing.example'), 'both run')
    const closed = dns.app.close()
    dns.bench.open('closing')
    dns.bench.open('closing.example')
    expect(await answer).toEqual({ gate: 'closing' })
    await closed
    await isEmpty('dns.events')
    expect(seen(dns.bench, change.messageId)).toHaveLength(1)
  })
})
