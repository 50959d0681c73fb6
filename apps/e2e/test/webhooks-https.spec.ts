import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Receivers } from '@nameyard/testing/receivers'
import { testCertificate, type TestCertificate } from '@nameyard/testing/tls'
import { temporaryFolder } from '../src/platform'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, type Reseller } from '../src/reseller'

/**
 * Webhooks over HTTPS. The events service is a process of its own: Node reads the authorities of the operator
 * (NODE_EXTRA_CA_CERTS) when it starts.
 */

let database: TestDatabase
let broker: TestBroker
let platform: DistributedPlatform
let reseller: Reseller
let certificates: Record<'own' | 'named otherwise' | 'of a stranger', TestCertificate>
const opened: Receivers[] = []

beforeAll(async () => {
  certificates = {
    own: await testCertificate(),
    'named otherwise': await testCertificate(['hooks.example.com']),
    'of a stranger': await testCertificate(),
  }
  const trusted = [certificates.own, certificates['named otherwise']]
  const authorities = join(temporaryFolder(), 'authorities.pem')
  writeFileSync(authorities, trusted.map(({ authority }) => readFileSync(authority, 'utf8')).join('\n'))
  ;[database, broker] = await Promise.all([platformDatabase(), testBroker()])
  platform = await startDistributed({
    databaseUrl: database.url,
    amqpUrl: broker.url,
    apart: ['events'],
    overrides: { events: { EGRESS_ALLOW: '127.0.0.1', NODE_EXTRA_CA_CERTS: authorities } },
  })
  reseller = await logIn(platform)
})
afterAll(async () => {
  await platform?.close()
  for (const receivers of opened) await receivers.close()
  for (const certificate of Object.values(certificates ?? {})) certificate.remove()
  await Promise.all([database?.drop(), broker?.drop()])
})

/** Sends a test event to a receiver with a certificate. Returns the receiver, the webhook and its one delivery. */
async function tell(certificate: TestCertificate) {
  const receivers = await Receivers.listen(certificate.pem)
  opened.push(receivers)
  const { id, secret } = await reseller.done('POST', '/v1/webhooks', { url: receivers.url('/') })
  const { event } = await reseller.done('POST', `/v1/webhooks/${id}/test`, { type: 'domain.renewed' })
  const delivery = await eventually(async () => {
    const { results } = await reseller.done('GET', `/v1/webhooks/${id}/deliveries?event=${event}`)
    return results[0].attempts.length > 0 && results[0]
  }, 'an attempt')
  return { receivers, secret: secret as string, event: event as string, delivery }
}

it('reach a receiver whose certificate is by an authority that the operator trusts', async () => {
  const { receivers, secret, event, delivery } = await tell(certificates.own)
  expect(delivery).toMatchObject({
    status: 'accepted',
    attempts: [{ url: receivers.url('/'), status: 200, problem: '' }],
  })
  const [request] = receivers.of('/')
  const headers = request!.headers as Record<string, string>
  expect(new Webhook(secret).verify(request!.body, headers)).toMatchObject({ id: event, istest: true })
})

it.each([
  ['named otherwise', 'the certificate of 127.0.0.1 is for another name'],
  ['of a stranger', 'the certificate of 127.0.0.1 is not signed by the authority of this name that is trusted'],
] as const)('send nothing to a receiver with a certificate %s, and the delivery says so', async (which, problem) => {
  const { receivers, delivery } = await tell(certificates[which])
  expect(delivery).toMatchObject({
    status: 'waiting',
    attempts: [{ url: receivers.url('/'), status: null, answer: '', problem }],
  })
  expect(receivers.of('/')).toEqual([])
})
