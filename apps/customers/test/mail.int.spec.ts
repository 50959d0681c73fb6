import { generateKeyPairSync } from 'node:crypto'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { ConfigError, loadConfig } from '@nameyard/runtime/load-config'
import { actorSettings } from '@nameyard/testing/actors'
import { eventually } from '@nameyard/testing/eventually'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { service } from '../src/service'
import { runningService, type Account, type RunningService } from './running-service'

const settings = {
  MAIL_FROM: 'Names <names@example.net>',
  LINK_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://x.example',
}

let running: RunningService
let server: SmtpServer
let own: Account

beforeAll(async () => {
  server = await smtpServer((recipient, times) => {
    if (recipient.startsWith('nobody')) return '550 no such mailbox'
    if (recipient.startsWith('busy') && times === 1) return '450 come back'
    return '250 ok'
  })
  running = await runningService({ ...settings, MAIL_SMTP_URL: server.url, EMAIL_VERIFICATION_SWEEP_SECONDS: '0.05' })
  own = await running.account()
})

afterAll(async () => {
  await running?.close()
  await server?.close()
})

async function start(email: string): Promise<void> {
  const person = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    address: { street: 'Main Street', number: '1', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
    email,
  }
  const { handle } = await running.rpc.call(createCustomer, person, own.call())
  await running.rpc.call(startEmailVerification, { email, handle: handle! }, own.call())
}

const verificationOf = async (email: string) =>
  (await running.rpc.call(listEmailVerifications, { email }, own.call())).results[0]!

describe('a mail over SMTP', () => {
  it('reaches the server with sender, recipient and link', async () => {
    await start('anna@example.com')
    const mail = await eventually(() => server.received.find(({ to }) => to === 'anna@example.com'), 'the mail')
    expect(mail.from).toBe('names@example.net')
    expect(mail.message).toMatch(/^From: Example <names@example\.net>$/m)
    expect(mail.message).toMatch(/^To: anna@example\.com$/m)
    expect(mail.message).toMatch(/https:\/\/x\.example\/verify\/[\w-]/)
    await expect(verificationOf('anna@example.com')).resolves.toMatchObject({ status: 'in progress' })
  })

  it('is retried after a temporary rejection', async () => {
    await start('busy@example.com')
    await eventually(() => server.received.find(({ to }) => to === 'busy@example.com'), 'the second attempt')
    expect(server.recipients.filter((address) => address === 'busy@example.com')).toHaveLength(2)
    await expect(verificationOf('busy@example.com')).resolves.toMatchObject({ status: 'in progress' })
  })

  it('fails the verification when the mailbox does not exist, and the domains are suspended at the deadline', async () => {
    const email = 'nobody@example.com'
    await start(email)
    const bounced = { status: 'failed', description: 'bounced', expiration_date: '0000-00-00 00:00:00' }
    await eventually(async () => (await verificationOf(email)).status === 'failed', 'the bounce')
    await expect(verificationOf(email)).resolves.toMatchObject({ ...bounced, is_suspended: false })
    running.clock.advance(15 * 86_400_000)
    await expect(verificationOf(email)).resolves.toMatchObject({ ...bounced, is_suspended: true })
    await eventually(async () => {
      const { rows } = await running.sql.query('select is_suspended from email_verification where email = $1', [email])
      return rows[0].is_suspended
    }, 'the suspension')
    await running.rpc.call(restartEmailVerification, { email }, own.call())
    await eventually(async () => (await verificationOf(email)).description === 'bounced', 'the second bounce')
  })
})

describe('the settings for mails', () => {
  const loading = (given: Record<string, string>) => () =>
    loadConfig(service.config, { DATABASE_URL: 'postgres://x', AMQP_URL: 'amqp://x', ...actorSettings, ...given })

  it('are all required when a mail server is set', () => {
    const server = { MAIL_SMTP_URL: 'smtp://mail.example.net' }
    expect(loading({ ...settings, ...server })).not.toThrow()
    expect(loading({})).not.toThrow()
    for (const missing of Object.keys(settings)) {
      expect(loading({ ...settings, ...server, [missing]: '' })).toThrow(ConfigError)
      expect(loading({ ...settings, ...server, [missing]: '' })).toThrow(missing)
    }
    expect(loading({ ...settings, MAIL_SMTP_URL: 'https://mail.example.net' })).toThrow('MAIL_SMTP_URL')
    expect(loading({ ...settings, LINK_SECRET: 'short' })).toThrow('LINK_SECRET')
    expect(loading({ ...settings, LINK_SECRET: `${'x'.repeat(32)},short` })).toThrow('LINK_SECRET')
  })

  it('sign mails with an RSA key of 2048 bits for the domain of the sender, or one above it', () => {
    const keyOf = (modulusLength: number) =>
      generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const dkim = { MAIL_DKIM_DOMAIN: 'example.net', MAIL_DKIM_SELECTOR: '2027', MAIL_DKIM_KEY: keyOf(2048) }
    expect(loading({ ...settings, ...dkim })).not.toThrow()
    expect(loading({ ...settings, ...dkim, MAIL_FROM: 'Names <names@mail.example.net>' })).not.toThrow()
    for (const missing of Object.keys(dkim)) {
      expect(loading({ ...settings, ...dkim, [missing]: '' })).toThrow(`${missing}: is required`)
    }
    expect(loading({ ...settings, ...dkim, MAIL_DKIM_DOMAIN: 'ample.net' })).toThrow('MAIL_DKIM_DOMAIN')
    expect(loading({ ...settings, ...dkim, MAIL_DKIM_KEY: keyOf(1024) })).toThrow('MAIL_DKIM_KEY')
    expect(loading({ ...settings, ...dkim, MAIL_DKIM_KEY: actorSettings.ACTOR_SIGNING_KEY })).toThrow('MAIL_DKIM_KEY')
  })
})
