import { event } from '@nameyard/contracts/event'
import { namedBrokers } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { Unconfirmed } from '../src/publisher'
import { call, message, now, refusalOf, seen, startConversation, type Conversation } from './conversation'
import { echo, gated, noted, start, zoneChanged } from './fixture'

/** Requests and messages while the connection is lost or closed, with every broker of the test run. */
describe.each(namedBrokers())('the connection to %s', (_, url) => {
  let conversation: Conversation
  let dns: Conversation['dns']
  let gateway: Conversation['gateway']
  let toDns: Conversation['toDns']
  let toGateway: Conversation['toGateway']
  let isEmpty: Conversation['isEmpty']

  beforeAll(async () => {
    conversation = await startConversation(url)
    ;({ dns, gateway, toDns, toGateway, isEmpty } = conversation)
  })
  afterAll(() => conversation?.close())
  afterEach(() => {
    dns.bench.onMessage = async () => {}
  })

  it('refuses requests at once while it is lost, and works again when it is restored', async () => {
    const pending = gateway.rpc.call(gated, { gate: 'cut' }, call({ deadline: now() + 60_000 }))
    await eventually(() => dns.bench.isWaiting('cut'), 'the handler runs')
    toGateway.cut()
    expect((await refusalOf(pending)).refusal).toBe('service_unavailable')
    expect((await refusalOf(gateway.rpc.call(echo, { text: 'a' }, call()))).refusal).toBe('service_unavailable')
    await expect(gateway.publisher.publish([message(zoneChanged, { zone: 'a' })])).rejects.toThrow(Unconfirmed)
    dns.bench.open('cut')
    toGateway.restore()
    const { text } = await eventually(() => gateway.rpc.call(echo, { text: 'back' }, call()), 'an answer')
    expect(text).toBe('back')
  })

  it('delivers a message again if the connection was lost before the handler completed', async () => {
    const change = message(zoneChanged, { zone: 'again.example' })
    dns.bench.onMessage = (zone) => dns.bench.gate(zone)
    await gateway.publisher.publish([change])
    await eventually(() => dns.bench.isWaiting('again.example'), 'the handler runs')
    toDns.cut()
    dns.bench.open('again.example')
    dns.bench.onMessage = async () => {}
    toDns.restore()
    await eventually(() => seen(dns.bench, change.messageId).length === 2, 'the event is seen twice')
    expect(seen(dns.bench, change.messageId).map(({ delivery }) => delivery.redelivered)).toEqual([false, true])
    await isEmpty('dns.events')
    expect((await eventually(() => gateway.rpc.call(echo, { text: 'back' }, call()), 'an answer')).text).toBe('back')
  })

  it('is opened as soon as a broker runs, if none ran when the service started', async () => {
    toDns.cut()
    const domains = await start('domains', { url: toDns.url, now })
    try {
      toDns.restore()
      await eventually(
        () => gateway.rpc.call(noted, { zone: 'first.example' }, call(), { timeoutMs: 500 }),
        'an answer',
      )
      expect(domains.bench.notes).toContain('first.example')
    } finally {
      await domains.app.close()
    }
  })

  it('is closed only after the running handlers have completed', async () => {
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
