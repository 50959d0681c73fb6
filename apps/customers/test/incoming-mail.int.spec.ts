import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import { listExpiryMails } from '@nameyard/contracts/customers/list-expiry-mails'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { nameserverRenamed } from '@nameyard/contracts/domains/nameserver-renamed'
import { ConfigError, loadConfig } from '@nameyard/runtime/load-config'
import { actorSettings } from '@nameyard/testing/actors'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { testCertificate, type TestCertificate } from '@nameyard/testing/tls'
import { returnAddressOf } from '../src/mail/return-address'
import { service } from '../src/service'
import { person } from './people'
import { RawSmtpClient } from './raw-smtp-client'
import { complaint, exim, gmail, postfix, sendmailDelay } from './reports'
import { runningService, type Account, type RunningService } from './running-service'

const secret = 'x'.repeat(32)
const domain = 'return.example.net'
const BYTES = 100_000

let running: RunningService
let server: SmtpServer
let domains: TestParty
let certificate: TestCertificate
let port: number
let settings: Record<string, string>

beforeAll(async () => {
  ;[server, certificate, port] = await Promise.all([smtpServer(() => '250 ok'), testCertificate(), freePort()])
  settings = {
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: secret,
    PUBLIC_URL: 'https://x.example',
    MAIL_SMTP_URL: server.url,
    MAIL_RETURN_DOMAIN: domain,
    MAIL_INCOMING_PORT: String(port),
    MAIL_INCOMING_TLS_CERTIFICATE: certificate.certificate,
    MAIL_INCOMING_TLS_KEY: certificate.key,
    MAIL_INCOMING_BYTES: String(BYTES),
    MAIL_INCOMING_CONNECTIONS: '3',
    MAIL_INCOMING_MESSAGES: '12',
  }
  running = await runningService(settings)
  domains = await testParty('domains', { url: running.amqpUrl, clock: running.clock })
})
beforeEach(() => {
  // The rate of messages begins again.
  running.clock.advance(60_000)
})
afterAll(async () => {
  await domains?.close()
  await running?.close()
  await server?.close()
  certificate?.remove()
})

let readers = 0

/** Mails an administrator, and returns the return address of the mail. */
async function mailed(): Promise<{ to: string; recipient: string }> {
  const recipient = `reader${++readers}@example.com`
  const { resellerId } = await running.account({ email: recipient })
  const payload = {
    resellerId,
    domainId: 7,
    name: 'lost.example',
    from: 'ns1.gone.example',
    to: 'ns1.x.invalid',
    happenedAt: '2027-01-01T00:00:00.000Z',
  }
  const [messageId, correlationId] = [randomUUID(), randomUUID()]
  await domains.publisher.publish([{ message: nameserverRenamed, payload, messageId, correlationId }])
  await eventually(async () => (await recorded(recipient))?.state === 'sent', 'the mail')
  const { from } = await eventually(() => server.received.find(({ to }) => to === recipient), 'the mail')
  return { to: from, recipient }
}

const recorded = async (address: string) =>
  (
    await running.sql.query(
      'select state, status, diagnostic, reported_at, xmin::text as version from sent_mail where address = $1',
      [address],
    )
  ).rows[0]

/** Sends a message over STARTTLS, as a mail server does. Returns the last reply. */
async function sent(to: string, raw: string, from = ''): Promise<string> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: { ca: readFileSync(certificate.authority), servername: 'localhost' },
  })
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

describe('a report about a mail', () => {
  it('is stored before it is accepted, and shows what the server said', async () => {
    const mail = await mailed()
    expect(await sent(mail.to, postfix(mail))).toBe('250 2.0.0 Stored')
    expect(await recorded(mail.recipient)).toMatchObject({
      state: 'bounced',
      status: '5.1.1',
      diagnostic: `550 5.1.1 <${mail.recipient}>: Recipient address rejected: User unknown`,
      reported_at: running.clock.now(),
    })
  })

  it('moves the mail from delayed to bounced, and never back', async () => {
    const mail = await mailed()
    expect(await sent(mail.to, sendmailDelay(mail))).toMatch(/^250/)
    expect(await recorded(mail.recipient)).toMatchObject({ state: 'delayed', status: '4.4.1' })
    expect(await sent(mail.to, exim(mail))).toMatch(/^250/)
    expect(await sent(mail.to, sendmailDelay(mail))).toMatch(/^250/)
    expect(await recorded(mail.recipient)).toMatchObject({ state: 'bounced', status: '5.0.0' })
  })

  it('is stored once, however often it is sent', async () => {
    const mail = await mailed()
    await sent(mail.to, gmail(mail))
    const first = await recorded(mail.recipient)
    expect(await sent(mail.to, gmail(mail))).toMatch(/^250/)
    expect(await recorded(mail.recipient)).toEqual(first)
  })

  it('is a complaint, at the return address or at complaints@', async () => {
    const [one, other] = [await mailed(), await mailed()]
    expect(await sent(one.to, complaint(one), 'abusedesk@example.com')).toMatch(/^250/)
    const central = { ...other, to: `complaints@${domain}` }
    expect(await sent(central.to, complaint(central, { returnPath: other.to }), 'abusedesk@example.com')).toMatch(
      /^250/,
    )
    expect(await sent(central.to, complaint(central, { returnPath: 'names@example.net' }))).toMatch(/^550 5\.6\.0/)
    for (const { recipient } of [one, other])
      expect(await recorded(recipient)).toMatchObject({ state: 'complained', diagnostic: 'abuse SomeGenerator/1.0' })
  })

  it('is refused when it is an answer of a person', async () => {
    const mail = await mailed()
    expect(await sent(mail.to, 'Subject: Out of office\r\n\r\nI am away.\r\n')).toMatch(
      /^550 5\.6\.0 .*delivery reports/,
    )
    expect(await recorded(mail.recipient)).toMatchObject({ state: 'sent' })
  })

  it('is to be sent again when it cannot be stored', async () => {
    const mail = await mailed()
    await running.sql.query('alter table sent_mail rename column diagnostic to hidden')
    try {
      expect(await sent(mail.to, postfix(mail))).toMatch(/^451 4\.3\.0/)
    } finally {
      await running.sql.query('alter table sent_mail rename column hidden to diagnostic')
    }
    expect(await sent(mail.to, postfix(mail))).toMatch(/^250/)
  })
})

describe('a bounce', () => {
  async function customer(by: Account, email: string): Promise<string> {
    const { role: _, password: __, ...details } = person
    return (await running.rpc.call(createCustomer, { ...details, email }, by.call())).handle!
  }
  const returnOf = (recipient: string, count = 1) =>
    eventually(() => server.received.filter(({ to }) => to === recipient)[count - 1]?.from, `mail ${count}`)

  it('fails the verification of the address, unless that was started again later', async () => {
    const [own, email] = [await running.account(), 'verified@example.com']
    const handle = await customer(own, email)
    const status = async () =>
      (await running.rpc.call(listEmailVerifications, { email }, own.call())).results[0] as { status: string }
    await running.rpc.call(startEmailVerification, { email, handle }, own.call())
    const first = await returnOf(email)
    await eventually(async () => (await recorded(email))?.state === 'sent', 'the first mail')
    running.clock.advance(1000)
    await running.rpc.call(restartEmailVerification, { email }, own.call())
    const second = await returnOf(email, 2)
    expect(await sent(first, postfix({ to: first, recipient: email }))).toMatch(/^250/)
    expect(await status()).toMatchObject({ status: 'in progress' })
    expect(await sent(second, postfix({ to: second, recipient: email }))).toMatch(/^250/)
    expect(await status()).toMatchObject({ status: 'failed', description: 'bounced' })
  })

  it('is shown at the mail about the expiry of a domain, and only at that of its recipient', async () => {
    const own = await running.account({ email: 'expiry-admin@example.com' })
    const ownerHandle = await customer(own, 'expiry-owner@example.com')
    await running.sql.query('insert into expiry_mail_setting values ($1, true, true)', [own.resellerId])
    const payload = {
      resellerId: own.resellerId,
      domainId: 7,
      domain: 'bounce.example',
      ownerHandle,
      kind: 'in-7-days' as const,
      expiresAt: '2027-01-08T00:00:00.000Z',
      isAutorenewed: false,
      restorableUntil: null,
      isDemanded: false,
    }
    const [messageId, correlationId] = [randomUUID(), randomUUID()]
    await domains.publisher.publish([{ message: sendExpiryNotice, payload, messageId, correlationId }])
    const shown = async () => {
      const { results } = await running.rpc.call(listExpiryMails, {}, own.call())
      return Object.fromEntries(results.map((mail) => [mail.recipient, mail.is_bounced]))
    }
    await eventually(async () => Object.keys(await shown()).length === 2, 'two mails')
    const [to, admin] = [await returnOf('expiry-owner@example.com'), `contacts/${own.contactId}`]
    expect(await sent(to, postfix({ to, recipient: 'expiry-owner@example.com' }))).toMatch(/^250/)
    expect(await shown()).toEqual({ [ownerHandle]: true, [admin]: false })
    const other = await returnOf('expiry-admin@example.com')
    expect(await sent(other, postfix({ to: other, recipient: 'expiry-admin@example.com' }))).toMatch(/^250/)
    expect(await shown()).toEqual({ [ownerHandle]: true, [admin]: true })
  })
})

describe('a recipient', () => {
  it('is refused at once when it is unknown, forged or expired', async () => {
    const { to } = await mailed()
    const now = running.clock.now()
    const forged = [
      to.replace(/\.(.)/, (_, first: string) => `.${first === 'a' ? 'b' : 'a'}`),
      to.replace(/\+\d+/, '+999999'),
      to.replace(domain, 'example.com'),
      `names@${domain}`,
      `postmaster@${domain}`,
      `${returnAddressOf([secret], '999999', now)}@${domain}`,
      `${returnAddressOf([secret], '1', new Date(now.getTime() - 31 * 86_400_000))}@${domain}`,
      `${returnAddressOf(['y'.repeat(32)], '1', now)}@${domain}`,
    ]
    const client = await RawSmtpClient.connect(port)
    await client.ask('EHLO client.example.com')
    await client.ask('MAIL FROM:<>')
    for (const each of forged)
      expect([each, await client.ask(`RCPT TO:<${each}>`)]).toEqual([each, expect.stringMatching(/^550 5\.1\.1/)])
    expect(await client.ask(`RCPT TO:<${to.toUpperCase()}>`)).toMatch(/^250/)
    client.close()
  })

  it('is the only one of a message', async () => {
    const [one, other] = [await mailed(), await mailed()]
    const client = await RawSmtpClient.connect(port)
    await client.ask('EHLO client.example.com')
    await client.ask('MAIL FROM:<>')
    expect(await client.ask(`RCPT TO:<${one.to}>`)).toMatch(/^250/)
    expect(await client.ask(`RCPT TO:<${other.to}>`)).toMatch(/^452/)
    client.close()
  })

  it('cannot be searched for: after ten unknown ones the connection ends, also when 10,000 are sent at once', async () => {
    const client = await RawSmtpClient.connect(port)
    await client.ask('EHLO client.example.com')
    await client.ask('MAIL FROM:<>')
    client.say(Array.from({ length: 10_000 }, (_, n) => `RCPT TO:<a${n}@${domain}>\r\n`).join(''))
    expect(await client.reply(/^421 .*\r\n/m)).toContain('Too many unknown recipients')
    await client.ended()
  })
})

describe('a hostile client', () => {
  it.each([
    ['a line with LF alone', 'Subject: a\nX: b\r\n\r\n', 'LF alone'],
    ['a NUL', 'Subject: a\0\r\n\r\n', 'NUL'],
    ['a line of 50,000 characters', `Subject: ${'a'.repeat(50_000)}\r\n\r\n`, 'more than 2048'],
    ['10,000 parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(10_000)}`, 'parts'],
    [
      '1,000 parts in each other',
      Array.from({ length: 1000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(
        '',
      ),
      'parts',
    ],
  ])('is refused with %s', async (_, text, reason) => {
    const mail = await mailed()
    const client = await RawSmtpClient.connect(port)
    await client.data(mail.to)
    client.say(`${text}\r\n.\r\n`)
    const reply = await client.reply(/^\d{3} .*\r\n/m)
    expect(reply).toMatch(/^550 5\.6\.0/)
    expect(reply).toContain(reason)
    // The session goes on.
    expect(await client.ask('NOOP')).toMatch(/^250/)
    client.close()
  })

  it.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r\n.\r'])(
    'smuggles no second message behind %j (RFC 5321 section 4.1.1.4)',
    async (end) => {
      const [mail, victim] = [await mailed(), await mailed()]
      const client = await RawSmtpClient.connect(port)
      await client.data(mail.to)
      client.say(
        `Subject: a\r\n\r\nb${end}MAIL FROM:<>\r\nRCPT TO:<${victim.to}>\r\nDATA\r\n${postfix(victim)}\r\n.\r\n`,
      )
      expect(await client.reply(/^\d{3} .*\r\n/m)).toMatch(/^550 5\.6\.0 .*alone/)
      expect(await client.ask('NOOP')).toMatch(/^250/)
      expect(await recorded(victim.recipient)).toMatchObject({ state: 'sent' })
      client.close()
    },
  )

  it('is told the limit before it sends a big message, and is refused after one', async () => {
    const mail = await mailed()
    const client = await RawSmtpClient.connect(port)
    await client.ask('EHLO client.example.com')
    expect(await client.ask(`MAIL FROM:<> SIZE=${50 * 1024 * 1024}`)).toMatch(/^552/)
    await client.data(mail.to)
    const line = `${'a'.repeat(998)}\r\n`
    client.say(`Subject: a\r\n\r\n${line.repeat(50 * 1024)}.\r\n`)
    expect(await client.reply(/^\d{3} .*\r\n/m)).toMatch(/^552/)
    expect(await recorded(mail.recipient)).toMatchObject({ state: 'sent' })
    client.close()
  })

  it('sends so many messages in a minute, and more later', async () => {
    const mail = await mailed()
    const replies: string[] = []
    for (let n = 0; n < 14; n++) replies.push(await sent(mail.to, postfix(mail)))
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual([...Array<string>(12).fill('250'), '421', '421'])
    running.clock.advance(60_000)
    expect(await sent(mail.to, postfix(mail))).toMatch(/^250/)
  })

  it('has so many connections, and others when it closes them', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => RawSmtpClient.connect(port)))
    const refused = connect(port, '127.0.0.1')
    let heard = ''
    refused.on('data', (chunk) => (heard += chunk.toString()))
    await eventually(() => heard.startsWith('421'), 'the refusal')
    refused.destroy()
    for (const client of clients) client.close()
    await eventually(async () => {
      const next = await RawSmtpClient.connect(port)
      next.close()
      return next.greeting.startsWith('220')
    }, 'a connection')
  })

  it('has no command for passwords, and none that searches for addresses', async () => {
    const client = await RawSmtpClient.connect(port)
    expect(await client.ask('EHLO client.example.com', /^250 .*\r\n/m)).not.toContain('AUTH')
    for (const command of ['AUTH PLAIN AGEAYg==', 'VRFY names', 'EXPN names'])
      expect(await client.ask(command)).toMatch(/^5/)
    client.close()
  })
})

it('ends a session after its time, and stops while clients are connected', async () => {
  const other = String(await freePort())
  const short = await runningService({ ...settings, MAIL_INCOMING_PORT: other, MAIL_INCOMING_SECONDS: '0.1' })
  const previous = port
  port = Number(other)
  try {
    const client = await RawSmtpClient.connect(port)
    await client.reply(/^421 .*\r\n/m)
    await client.ended()
  } finally {
    port = previous
    await short.close()
  }
  const stopping = await runningService({ ...settings, MAIL_INCOMING_PORT: other })
  port = Number(other)
  const client = await RawSmtpClient.connect(port).finally(() => (port = previous))
  await stopping.close()
  await client.ended()
})

it('needs a domain and a certificate to receive mail', () => {
  const loading = (given: Record<string, string>) => () =>
    loadConfig(service.config, { DATABASE_URL: 'postgres://x', AMQP_URL: 'amqp://x', ...actorSettings, ...given })
  expect(loading(settings)).not.toThrow()
  for (const missing of ['MAIL_RETURN_DOMAIN', 'MAIL_INCOMING_TLS_CERTIFICATE', 'MAIL_INCOMING_TLS_KEY']) {
    expect(loading({ ...settings, [missing]: '' })).toThrow(ConfigError)
    expect(loading({ ...settings, [missing]: '' })).toThrow(missing)
  }
})
