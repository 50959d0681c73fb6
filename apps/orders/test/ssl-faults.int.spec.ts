import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { readApproverLink } from '@nameyard/contracts/customers/read-approver-link'
import { sendCertificateMail } from '@nameyard/contracts/customers/send-certificate-mail'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import type { Command, Payload } from '@nameyard/contracts/event'
import { answerCertificateApproval } from '@nameyard/contracts/orders/answer-certificate-approval'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { openAccount } from '@nameyard/contracts/orders/open-account'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { FILE_PATH } from '../src/ssl/model/validation'
import { selfSigned } from './self-signed'
import { startSslPlatform, type SslPlatform } from './ssl-platform'

/** Certificate orders with repeated and late messages, without mail server or DNS, and with proofs that disappear. */

let platform: SslPlatform
let mailPort: number
let mailServer: SmtpServer | undefined

beforeAll(async () => {
  mailPort = await freePort()
  platform = await startSslPlatform('150.00', {
    MAIL_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Test <test@example.com>',
    LINK_SECRET: 'l'.repeat(32),
    PUBLIC_URL: 'https://127.0.0.1:8443',
  })
})
afterAll(async () => {
  await platform?.close()
  await mailServer?.close()
})
afterEach(async () => expect(await platform.violations()).toEqual([]))

const effects = async (id: number) => [
  await platform.issuedFor(id),
  await platform.capturesOf(id),
  await platform.refundsOf(id),
]
const publish = <M extends Command>(message: M, payload: Payload<M>, messageId: string = randomUUID()) =>
  platform.party.publisher.publish([{ message, payload, messageId, correlationId: randomUUID() }])
const linkIn = (mail: string) => /approve-certificate\/([\w-]+)/.exec(mail.replaceAll(/=\r?\n/g, ''))![1]!
const answer = async (token: string, isGranted = true) => {
  const { orderId, nonce } = await platform.party.rpc.call(readApproverLink, { token }, platform.call())
  return platform.party.rpc.call(answerCertificateApproval, { orderId, nonce, isGranted }, platform.call())
}
const byHand = { enable_dns_automation: false }
const change = (records: object) =>
  platform.party.rpc.call(updateZone, { name: 'hosted.org', records }, platform.call())

it('sends one approval mail when the mail server is back, and counts the answer once', async () => {
  let refused = 0
  const failing = createTcpServer((socket) => {
    refused += 1
    socket.destroy()
  }).listen(mailPort, '127.0.0.1')
  await once(failing, 'listening')
  const id = await platform.place({ ...byHand, approver_email: 'admin@hosted.org' })
  await platform.reports(id, 'waits for admin@hosted.org')
  await eventually(() => refused > 0, 'a failed mail')
  await once(failing.close(), 'close')
  expect(await effects(id)).toEqual([0, 0, 0])
  mailServer = await smtpServer(() => '250 ok', mailPort)
  await eventually(() => mailServer!.received.length > 0, 'the mail')
  const token = linkIn(mailServer.received[0]!.message)
  const answers = await Promise.allSettled([answer(token), answer(token), answer(token, false)])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { status } = await platform.read(id)
  if (status === 'REJ') expect(await effects(id)).toEqual([0, 0, 0])
  else {
    await platform.becomes(id, 'ACT')
    expect(await effects(id)).toEqual([1, 1, 0])
  }
  expect(mailServer.received).toHaveLength(1)
})

it('sends a repeated mail once, and a late mail with an invalid link', async () => {
  mailServer ??= await smtpServer(() => '250 ok', mailPort)
  const id = await platform.place({ ...byHand, approver_email: 'webmaster@hosted.org' })
  const toWebmaster = () => mailServer!.received.filter(({ to }) => to === 'webmaster@hosted.org')
  await eventually(() => toWebmaster().length === 1, 'the mail')
  await answer(linkIn(toWebmaster()[0]!.message))
  await platform.becomes(id, 'ACT')
  const { rows } = await platform.sql.query('select approver_nonce as nonce from orders.ssl_order where id = $1', [id])
  const expiresAt = new Date(platform.clock.epochMs() + 86_400_000).toISOString()
  const { resellerId } = platform
  const mail = {
    kind: 'approval',
    resellerId,
    orderId: id,
    name: 'hosted.org',
    nonce: rows[0].nonce,
    expiresAt,
  } as const
  const messageId = randomUUID()
  for (const time of [1, 2, 3]) {
    await publish(sendCertificateMail, { ...mail, to: 'webmaster@hosted.org' }, messageId)
    // A later mail is sent, so this one was handled.
    await publish(sendCertificateMail, { ...mail, to: `marker-${time}@hosted.org` })
    await eventually(() => mailServer!.received.some(({ to }) => to === `marker-${time}@hosted.org`), `marker ${time}`)
    await eventually(() => toWebmaster().length >= 2, 'the late mail')
  }
  expect(toWebmaster()).toHaveLength(2)
  await expect(answer(linkIn(toWebmaster()[1]!.message))).rejects.toMatchObject({ refusal: 'approval_not_pending' })
  expect(await effects(id)).toEqual([1, 1, 0])
})

it('a certificate order is captured once and refunded once by repeated messages', async () => {
  const { resellerId } = platform
  const id = await platform.place()
  await platform.becomes(id, 'ACT')
  const { rows } = await platform.sql.query('select order_id from orders.ssl_purchase where ssl_order_id = $1', [id])
  const orderId = rows[0].order_id as string
  let markers = 9000
  const allHandled = async () => {
    const marker = ++markers
    await publish(openAccount, { resellerId: marker, currency: 'EUR' })
    await eventually(
      async () => (await platform.count('ledger_account where reseller_id = $1', marker)) === 1,
      'the marker',
    )
  }
  const messageId = randomUUID()
  for (const same of [messageId, messageId, randomUUID()]) await publish(captureReservation, { orderId }, same)
  await publish(releaseReservation, { orderId, resellerId })
  await allHandled()
  expect(await effects(id)).toEqual([1, 1, 0])
  await platform.party.rpc.call(cancelSslOrder, { id }, platform.call())
  await platform.becomes(id, 'FAI')
  for (const same of [messageId, messageId, randomUUID()]) await publish(refundOrder, { orderId }, same)
  await publish(captureReservation, { orderId })
  await publish(releaseReservation, { orderId, resellerId })
  await allHandled()
  expect(await effects(id)).toEqual([1, 1, 1])
})

it('finds a proof file over https with any certificate, when DNS and host are back', async () => {
  const port = await freePort()
  await platform.startOrders({ PROOF_HTTPS_PORT: String(port) })
  await platform.stopDns()
  const methods = [{ host_name: 'hosted.org', method: 'https' as const }]
  const id = await platform.place({ ...byHand, domain_validation_methods: methods })
  await platform.reports(id, 'the address of hosted.org cannot be looked up')
  await platform.startDns()
  await platform.reports(id, 'no connection to hosted.org is possible')
  const { file_contents } = (await platform.read(id)).additional_data[0]!
  let content = 'not yet'
  const host = createServer(await selfSigned('hosted.org'), (request, reply) => {
    const isFile = request.headers.host === `hosted.org:${port}` && request.url === FILE_PATH
    reply.writeHead(isFile ? 200 : 404).end(content)
  }).listen(port, '127.0.0.1')
  await once(host, 'listening')
  await platform.reports(id, 'has other content')
  expect(await effects(id)).toEqual([0, 0, 0])
  content = file_contents!
  await platform.becomes(id, 'ACT')
  expect(await effects(id)).toEqual([1, 1, 0])
  host.closeAllConnections()
  host.close()
})

it('accepts a record that was found once, but not one that disappeared before', async () => {
  const withoutDns = { PROOF_RESOLVERS: `127.0.0.1:${await freePort()}` }
  await platform.startOrders(withoutDns)
  const host_names = ['hosted.org', 'two.hosted.org']
  const id = await platform.place({ ...byHand, product_id: 101, host_names })
  await platform.reports(id, 'DNS does not answer')
  const { dns_value: value = '' } = (await platform.read(id)).additional_data[0]!
  const at = (name: string) => ({ type: 'TXT' as const, name, value, ttl: 600 })
  await change({ add: [at('_pki-validation')] })
  await change({ remove: [at('_pki-validation')] })
  await platform.startOrders()
  await platform.reports(id, 'there is no TXT record with this value at _pki-validation.hosted.org')
  await change({ add: [at('_pki-validation')] })
  const proven = () => platform.count('ssl_validation where ssl_order_id = $1 and proven_at is not null', id)
  await eventually(async () => {
    platform.advance(1_000)
    return (await proven()) === 1
  }, 'one name proven')
  await change({ remove: [at('_pki-validation')] })
  expect([(await platform.read(id)).status, await effects(id)]).toEqual(['REQ', [0, 0, 0]])
  await change({ add: [at('_pki-validation.two')] })
  await platform.becomes(id, 'ACT')
  expect(await effects(id)).toEqual([1, 1, 0])
})
