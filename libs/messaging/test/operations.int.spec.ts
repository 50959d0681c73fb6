import { namedBrokers, operatorOn } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { Topology } from '../src/topology'
import { call, now, refusalOf, startConversation, type Conversation } from './conversation'
import { echo, gated, noted, restricted, square, start, unhandled } from './fixture'

/** Requests and their answers, with every broker of the test run. */
describe.each(namedBrokers())('operations over %s', (_, url) => {
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

  it('sends requests through a durable queue, because brokers refuse transient ones', async () => {
    await new Topology(false).assertRpc(control, 'orders')
    await expect(control.assertQueue('orders.requests', { durable: true })).resolves.toBeDefined()
  })

  it('carries out an operation of operators only when it came by the exchange of operators', async () => {
    expect(await gateway.rpc.call(restricted, {}, call())).toEqual({ operator: operatorOn(url) })
    const around = gateway.rpc.call({ ...restricted, audience: 'service' }, {}, call())
    expect(await refusalOf(around)).toMatchObject({ refusal: 'authentication_failed' })
    const asOperator = gateway.rpc.call({ ...echo, audience: 'operator' }, { text: 'ab' }, call())
    expect(await refusalOf(asOperator)).toMatchObject({ refusal: 'authentication_failed' })
  })

  it('carries out an operation of services only for the programs that it names', async () => {
    const given = { text: 'ab' }
    expect(await gateway.rpc.call(echo, given, call())).toMatchObject({ text: 'ab' })
    for (const party of ['orders', 'admin', 'dns'] as const) {
      const other = await start('gateway', { url: conversation.url, now, senderOf: () => party })
      expect(await refusalOf(other.rpc.call(echo, given, call()))).toMatchObject({ refusal: 'authentication_failed' })
      await other.app.close()
    }
  })

  it('passes input and call to the handler and returns its result', async () => {
    const result = await gateway.rpc.call(echo, { text: 'ab', times: 2 }, call({ correlationId: 'c-7' }))
    expect(result).toEqual({ text: 'abab', correlationId: 'c-7' })
  })

  it('callText returns result and warnings as JSON text', async () => {
    expect(await gateway.rpc.callText(echo, { text: 'ü\n"' }, call())).toEqual({
      data: '{"text":"ü\\n\\"","correlationId":"c-1"}',
      warnings: '[]',
      replayed: false,
    })
    const { warnings } = await gateway.rpc.callText(echo, { text: 'advise' }, call())
    expect(JSON.parse(warnings)).toEqual([{ code: 1, data: 'text', desc: 'Say less.' }])
  })

  it('callText does not parse a result that is already JSON text', async () => {
    const { data } = await gateway.rpc.callText(echo, { text: 'print' }, call({ correlationId: 'c-"' }))
    expect(data).toBe('{"text":"as it \\u0077as","correlationId":"c-\\""}')
    expect((await gateway.rpc.call(echo, { text: 'print' }, call())).text).toBe('as it was')
  })

  it.each(['x', 'ü', '€', '😀'])('returns answers of any size beside each other, of texts with %s', async (text) => {
    const times = [1, 20_000, 3, 60_000, 4_000]
    const asked = times.map((each) => gateway.rpc.call(echo, { text, times: each }, call()))
    expect((await Promise.all(asked)).map((answer) => answer.text)).toEqual(times.map((each) => text.repeat(each)))
  })

  it('callText returns a large result in UTF-8', async () => {
    const { data, warnings } = await gateway.rpc.callText(echo, { text: 'ü', times: 20_000 }, call())
    expect(data).toEqual(Buffer.from(JSON.stringify({ text: 'ü'.repeat(20_000), correlationId: 'c-1' })))
    expect(warnings).toBe('[]')
  })

  it('returns a refusal with its details', async () => {
    const refusal = await refusalOf(gateway.rpc.call(echo, { text: 'refuse' }, call()))
    expect(refusal).toMatchObject({ refusal: 'zone_not_found', details: { zone: 'example.org' } })
  })

  it('refuses an invalid input with all faults before the handler runs', async () => {
    const refusal = await refusalOf(gateway.rpc.call(echo, { text: '', times: 'x' as never }, call()))
    expect(refusal.refusal).toBe('invalid_input')
    expect(refusal.details).toMatchObject({ field: 'text' })
    expect(refusal.faults.map(({ path }) => path)).toEqual(['text', 'times'])
  })

  it('returns only the correlation id of an internal error', async () => {
    for (const text of ['throw', 'undeclared']) {
      const refusal = await refusalOf(gateway.rpc.call(echo, { text }, call({ correlationId: 'c-8' })))
      expect(refusal).toMatchObject({ refusal: 'internal_error', details: { correlationId: 'c-8' }, faults: [] })
    }
  })

  it('refuses an operation without a handler', async () => {
    expect(await refusalOf(gateway.rpc.call(unhandled, {}, call()))).toMatchObject({ refusal: 'service_unavailable' })
  })

  it('sends requests of one event loop turn together, and their handler gets them in batches', async () => {
    dns.bench.batches.length = 0
    const numbers = Array.from({ length: 100 }, (_, i) => i)
    const answers = await Promise.all(numbers.map((number) => gateway.rpc.call(square, { number }, call())))
    expect(answers.map(({ square }) => square)).toEqual(numbers.map((number) => number ** 2))
    expect(dns.bench.batches.map(({ length }) => length)).toEqual([64, 36])
  })

  it('fails only the bad items of a batch', async () => {
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

  it('returns a quick answer before a slow one, even if their requests share a message', async () => {
    let slowAnswered = false
    const slow = gateway.rpc.call(gated, { gate: 'slow' }, call()).finally(() => (slowAnswered = true))
    const quick = await gateway.rpc.call(echo, { text: 'quick' }, call())
    expect(quick.text).toBe('quick')
    expect(slowAnswered).toBe(false)
    await eventually(() => dns.bench.isWaiting('slow'), 'the slow handler runs')
    dns.bench.open('slow')
    expect(await slow).toEqual({ gate: 'slow' })
  })

  it('handles other operations while slow ones run', async () => {
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

  it('refuses a request at its timeout and drops the late answer', async () => {
    const refusal = await refusalOf(gateway.rpc.call(gated, { gate: 'late' }, call(), { timeoutMs: 1_000 }))
    expect(refusal.refusal).toBe('service_unavailable')
    await eventually(() => dns.bench.isWaiting('late'), 'the late handler runs')
    dns.bench.open('late')
    expect((await gateway.rpc.call(echo, { text: 'next' }, call())).text).toBe('next')
  })

  it('refuses a request at once if its deadline has passed', async () => {
    const refusal = await refusalOf(gateway.rpc.call(echo, { text: 'a' }, call({ deadline: now() - 1 })))
    expect(refusal.refusal).toBe('service_unavailable')
  })

  it('expires a request in the queue of a service that does not run', async () => {
    await new Topology(false).assertRpc(control, 'domains')
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

  it('drops a request if its deadline passed before it arrived', async () => {
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
