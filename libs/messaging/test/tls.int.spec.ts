import { namedBrokers, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { testCertificate, tlsBefore, type TestCertificate } from '@nameyard/testing/tls'
import { call, now, refusalOf } from './conversation'
import { echo, start } from './fixture'

/** Connections over TLS, with a listener in front of every broker of the test run. */
describe.each(namedBrokers())('a connection over TLS to %s', (_, url) => {
  const closers: (() => Promise<unknown> | void)[] = []
  let broker: TestBroker
  let trusted: TestCertificate
  beforeAll(async () => {
    broker = await testBroker(url)
    trusted = await testCertificate()
    closers.push(
      () => broker.drop(),
      () => trusted.remove(),
    )
    const dns = await start('dns', { url: broker.url, now })
    closers.push(() => dns.app.close())
  })
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })

  /** Starts a gateway that reaches the broker over TLS. */
  async function gatewayOver(certificate: TestCertificate, authority: string | undefined) {
    const { hostname: host, port } = new URL(broker.url)
    const listener = await tlsBefore({ host, port: Number(port || 5672) }, certificate)
    const secure = new URL(broker.url.replace(/^amqp:/, 'amqps:'))
    secure.port = String(listener.port)
    if (authority !== undefined) secure.searchParams.set('cacertfile', authority)
    const gateway = await start('gateway', { url: secure.href, now })
    closers.push(
      () => listener.close(),
      () => gateway.app.close(),
    )
    return gateway
  }

  it('works with the authority that the URL names', async () => {
    const gateway = await gatewayOver(trusted, trusted.authority)
    const answer = await eventually(() => gateway.rpc.call(echo, { text: 'sealed' }, call()), 'an answer')
    expect(answer.text).toBe('sealed')
  })

  it('is refused when another authority signed, none is named, or the name is another', async () => {
    const other = await testCertificate()
    const elsewhere = await testCertificate(['broker.example'])
    closers.push(
      () => other.remove(),
      () => elsewhere.remove(),
    )
    const gateways = [
      await gatewayOver(trusted, other.authority),
      await gatewayOver(trusted, undefined),
      await gatewayOver(elsewhere, elsewhere.authority),
    ]
    for (const gateway of gateways)
      expect((await refusalOf(gateway.rpc.call(echo, { text: 'a' }, call()))).refusal).toBe('service_unavailable')
  })
})
