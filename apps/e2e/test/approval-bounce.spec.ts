import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { Secret, TOTP } from 'otpauth'
import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { testCertificate, type TestCertificate } from '@nameyard/testing/tls'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** A mail about an approval that another mail server accepts and later reports as undeliverable (RFC 3464). */

const password = 'correct horse battery'

let platform: InProcess
let admin: Ask
let server: SmtpServer
let certificate: TestCertificate
let port: number

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await admin(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

beforeAll(async () => {
  ;[server, certificate, port] = await Promise.all([smtpServer(() => '250 ok'), testCertificate(), freePort()])
  platform = await startInProcess({
    customers: {
      MAIL_FROM: 'Names <names@example.net>',
      MAIL_SMTP_URL: server.url,
      MAIL_RETURN_DOMAIN: 'return.example.net',
      MAIL_INCOMING_PORT: String(port),
      MAIL_INCOMING_TLS_CERTIFICATE: certificate.certificate,
      MAIL_INCOMING_TLS_KEY: certificate.key,
    },
  })
  admin = await platform.open('bounced')
})
afterAll(async () => {
  await platform?.close()
  await server?.close()
  certificate?.remove()
})

/** Reports to the return address of a mail that its mailbox does not exist, as a mail server does. */
async function report({ to, from }: { readonly to: string; readonly from: string }): Promise<string> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: { ca: readFileSync(certificate.authority), servername: 'localhost' },
  })
  const raw = [
    'From: MAILER-DAEMON@mx.example.com',
    `To: ${from}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'The mailbox does not exist.',
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; 550 5.1.1 <${to}>: User unknown`,
    '',
    '--part--',
    '',
  ].join('\r\n')
  try {
    return (await transport.sendMail({ envelope: { from: '', to: from }, raw })).response
  } finally {
    transport.close()
  }
}

it('tells the account, by an event and a notice, once, that the mail about an approval was not delivered', async () => {
  const { handle } = await done('POST', '/v1/customers', person)
  const { id: factor, secret } = await done('POST', '/v1/auth/factors/totp', { name: 'phone', password })
  const code = new TOTP({ secret: Secret.fromBase32(secret as string) }).generate()
  await done('POST', `/v1/auth/factors/totp/${factor}/confirm`, { code })
  const { key } = await done('POST', '/v1/keys', { name: 'shop', scope: everyRight, approval: 'purchases' })
  const { json } = await platform.ask('POST', '/v1/domains', {
    body: order('bounced.com', handle),
    headers: { authorization: `Bearer ${key}` },
  })
  const id = Number(/^Needs approval (\d+) /.exec(json.desc)![1])
  const mail = await eventually(
    () => server.received.find(({ message }) => message.replaceAll('=\r\n', '').includes('/approve-call/')),
    'the mail about the approval',
  )
  for (let times = 0; times < 2; times++) expect(await report(mail)).toMatch(/^250/)
  const subject = `approvals/${id}`
  const { results: events } = await eventually(async () => {
    const page = await done('GET', `/v1/events?object=${subject}&type=approval.mail-failed`)
    return page.results.length > 0 && page
  }, 'the event')
  expect(events).toMatchObject([{ type: 'approval.mail-failed', data: { id, status: 'pending' } }])
  const { results: notices } = await done('GET', '/v1/notices?type=approval.mail-failed')
  expect(notices).toMatchObject([{ severity: 'warning', subject, text: expect.stringContaining('not delivered') }])
  const { results: deliveries } = await done('GET', '/v1/mail-deliveries?state=bounced')
  expect(deliveries).toMatchObject([{ type: 'approval', object: subject, status: '5.1.1' }])
})
