import { brokerUrls } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { assertRpc } from '../src/topology'
import { call, now, refusalOf, startConversation, type Conversation } from './conversation'
import { echo, gated, noted, square, start, unhandled } from './fixture'

/** Requests and their answers, on every broker of the run. */
describe.each(brokerUrls())('operations over %s', (url) => {
  let conversation: Conversation
  let dns: Conversation['dns']
  let gateway: Conversation['gateway']
  let control: Conversation['control']
  let isEmpty: Conversation['isEmpty']

  beforeAll(async () => {
    conversation = await startConversation(url)
    ;({ dns, gateway, control, isEmpty } = conversation)
  })
  afterAll(() => conversation?.close())
  afterEach(() => {
    dns.bench.onMessage = async () => {}
  })

  it('asks through a durable queue, because brokers deny transient ones', async () => {
    await assertRpc(control, 'orders')
    await expect(control.assertQueue('orders.requests', { durable: true })).resolves.toBeDefined()
  })

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
    await isEmpty('domains.requests')
    const domains = await start('domains', { url: conversation.url, now })
    try {
      await gateway.rpc.call(noted, { zone: 'alive.example' }, call())
      expect(domains.bench.notes).toEqual(['alive.example'])
    } finally {
      await domains.app.close()
    }
  })

  it('drops a request whose deadline has passed on the way', async () => {
    const domains = await start('domains', { url: conversation.url, now: () => now() + 60_000 })
    try {
      await refusalOf(gateway.rpc.call(noted, { zone: 'late.example' }, call(), { timeoutMs: 50 }))
      await gateway.rpc.call(noted, { zone: 'early.example' }, call({ deadline: now() + 90_000 }))
      expect(domains.bench.notes).toEqual(['early.example'])
    } finally {
      await domains.app.close()
    }
  })
})
