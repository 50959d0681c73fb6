import { randomUUID } from 'node:crypto'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { sendEventMail } from '@nameyard/contracts/customers/send-event-mail'
import { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import { listEmailRecipients } from '@nameyard/contracts/emails/list-email-recipients'
import { setEmailRecipients } from '@nameyard/contracts/emails/set-email-recipients'
import { setPolicyMails } from '@nameyard/contracts/emails/set-policy-mails'
import type { Payload } from '@nameyard/contracts/event'
import type { MailPolicy, MailRecipients } from '@nameyard/contracts/events/account-event'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { runningService, type Account, type RunningService } from './running-service'

let running: RunningService
let server: SmtpServer
let events: TestParty
let own: Account
let admin: string
let names = 0

beforeAll(async () => {
  server = await smtpServer((recipient, times) =>
    recipient.startsWith('busy') && times === 1 ? '450 come back' : '250 ok',
  )
  running = await runningService({
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://x.example',
    MAIL_SMTP_URL: server.url,
  })
  events = await testParty('events', { url: running.amqpUrl, clock: running.clock })
})
beforeEach(async () => {
  admin = `admin${++names}@example.com`
  own = await running.account({ email: admin })
})
afterAll(async () => {
  await events?.close()
  await running?.close()
  await server?.close()
})

/** Adds a customer with this address to the account. */
async function customer(email: string, locale = 'en_GB'): Promise<string> {
  const person = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    company_name: 'Tester & Co',
    address: { street: 'Main Street', number: '1', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
    email,
    locale,
  }
  return (await running.rpc.call(createCustomer, person, own.call())).handle!
}

/** Tells about an event, as the events service does. Returns the id of the message. */
async function tell(registrant: string | null, over: Partial<Payload<typeof sendEventMail>> = {}, id = randomUUID()) {
  const payload = {
    resellerId: own.resellerId,
    event: 'domain.renewed',
    object: 'domains/7',
    at: '2027-01-01T10:00:00.000Z',
    registrant,
    values: { domain: 'example.com', owner_handle: registrant ?? '', expiration_date: '2028-01-01 00:00:00' },
    ...over,
  }
  await events.publisher.publish([{ message: sendEventMail, payload, messageId: id, correlationId: randomUUID() }])
  return id
}

const mailsTo = (email: string) => server.received.filter(({ to }) => to === email)
const mailTo = (email: string) => eventually(() => mailsTo(email)[0], `a mail to ${email}`)

/** Waits until everything that was told before has been handled: messages of the queue are handled in their order. */
async function handled(): Promise<void> {
  const email = `last${++names}@example.com`
  await tell(await customer(email))
  await mailTo(email)
}

const choose = (type: string, recipients: MailRecipients, by = own) =>
  running.rpc.call(setEmailRecipients, { type, recipients }, by.call())
const list = async (by = own) => (await running.rpc.call(listEmailRecipients, {}, by.call())).results
const shown = async (type: string) => (await list()).find((each) => each.type === type)!
const record = (policy: MailPolicy, isSentByReseller: boolean, resellerId = own.resellerId) =>
  running.rpc.call(setPolicyMails, { operator: 'ada', resellerId, policy, isSentByReseller }, running.anonymous())

it('mails the registrant in the language of the customer, as text and HTML', async () => {
  await tell(await customer('nl@example.com', 'nl_NL'))
  const { message } = await mailTo('nl@example.com')
  expect(message).toMatch(/^Subject: example\.com is verlengd/m)
  expect(message).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html/)
  expect(message).toContain('2028-01-01 00:00:00 UTC')
  await handled()
  expect(mailsTo(admin)).toEqual([])
})

it('mails an event once, however often it is delivered', async () => {
  const handle = await customer('once@example.com')
  const id = await tell(handle)
  await mailTo('once@example.com')
  await tell(handle, {}, id)
  await handled()
  expect(mailsTo('once@example.com')).toHaveLength(1)
})

it('tries again when the mail server is busy, and mails each recipient once', async () => {
  await choose('domain-renewed', 'both')
  await tell(await customer('busy@example.com'))
  await mailTo('busy@example.com')
  await mailTo(admin)
  await handled()
  await eventually(() => mailsTo(admin).length === 2, 'a mail to the administrator about each event')
  expect(mailsTo('busy@example.com')).toHaveLength(1)
})

it('mails whom the account has chosen, and nobody where it has chosen that', async () => {
  const handle = await customer('chosen@example.com')
  await choose('domain-renewed', 'reseller')
  await tell(handle)
  const { message } = await mailTo(admin)
  expect(message).toContain(`The registrant is the customer ${handle}.`)
  await choose('domain-renewed', 'nobody')
  await tell(handle)
  await choose('domain-renewed', 'both')
  await tell(handle)
  await eventually(() => mailsTo(admin).length === 2, 'a second mail to the administrator')
  expect(mailsTo('chosen@example.com')).toHaveLength(1)
})

it('mails no customer and no administrator of another account', async () => {
  const handle = await customer('foreign@example.com')
  const other = admin
  own = await running.account({ email: 'domestic@example.com' })
  await choose('domain-renewed', 'both')
  await tell(handle)
  await mailTo('domestic@example.com')
  expect([mailsTo('foreign@example.com'), mailsTo(other)]).toEqual([[], []])
})

it('mails about the account to its administrators', async () => {
  await tell(null, { event: 'credit.low', object: 'resellers', values: { balance: '12.5', currency: 'EUR' } })
  expect((await mailTo(admin)).message).toContain('12.5 EUR are left')
  expect((await shown('credit-low')).choices).toEqual(['reseller', 'nobody'])
  await expect(choose('credit-low', 'registrant')).rejects.toThrow('must be one of: reseller, nobody')
})

it('shows the registrant the data of the registration once a year', async () => {
  await tell(await customer('data@example.com'), { event: 'domain.data-reminder' })
  const { message } = await mailTo('data@example.com')
  const text = message.replaceAll('=\r\n', '')
  for (const data of ['Anna Tester', 'Tester & Co', 'Main Street 1, 1000 AA Amsterdam, NL', 'data@example.com'])
    expect(text).toContain(data)
  expect(text).toMatch(/Phone: \+31 20 1234567/)
})

it('records which policy demands a mail to the registrant, and none of the copy of the account', async () => {
  await choose('data-reminder', 'both')
  const id = await tell(await customer('proof@example.com'), { event: 'domain.data-reminder' })
  await mailTo('proof@example.com')
  await mailTo(admin)
  await tell(await customer('no-proof@example.com'), {}, randomUUID())
  await mailTo('no-proof@example.com')
  const { rows } = await running.sql.query(
    `select address, policy, message_id from sent_mail where reseller_id = $1 order by address desc`,
    [own.resellerId],
  )
  expect(rows).toMatchObject([
    { address: 'proof@example.com', policy: 'data-reminder', message_id: id },
    { address: 'no-proof@example.com', policy: null },
    { address: admin, policy: null },
  ])
})

it('refuses to switch off what a policy demands, unless the operator has recorded that the reseller sends it', async () => {
  const handle = await customer('policy@example.com')
  const refusal = 'must be registrant or both, as the transfer policy demands'
  for (const recipients of ['nobody', 'reseller'] as const)
    await expect(choose('transfer-out-requested', recipients)).rejects.toThrow(refusal)
  for (const [type, policy] of Object.entries({
    'data-reminder': 'data-reminder',
    expiry: 'expiry',
    verification: 'verification',
    'transfer-authorization': 'transfer',
  }))
    await expect(choose(type, 'nobody')).rejects.toThrow(`the ${policy} policy demands`)
  expect(await shown('transfer-out-requested')).toMatchObject({ is_demanded: true, choices: ['registrant', 'both'] })
  expect(await record('transfer', true)).toEqual({ changed: true })
  expect(await record('transfer', true)).toEqual({ changed: false })
  expect(await choose('transfer-out-requested', 'nobody')).toMatchObject({ is_demanded: false, recipients: 'nobody' })
  const told = { event: 'domain.transfer-out-requested' }
  await tell(handle, told)
  await handled()
  expect(mailsTo('policy@example.com')).toEqual([])
  await record('transfer', false)
  expect(await shown('transfer-out-requested')).toMatchObject({ is_demanded: true, recipients: 'registrant' })
  await tell(handle, told)
  await mailTo('policy@example.com')
  await expect(record('transfer', true, 999_999)).rejects.toThrow('999999')
})

it('sends no notice of expiry to registrants where the reseller sends it and has switched it off', async () => {
  const handle = await customer('errp@example.com')
  const domains = await testParty('domains', { url: running.amqpUrl, clock: running.clock })
  const payload = {
    resellerId: own.resellerId,
    domainId: 7,
    domain: 'example.com',
    ownerHandle: handle,
    kind: 'expired' as const,
    expiresAt: '2027-01-08T00:00:00.000Z',
    isAutorenewed: false,
    restorableUntil: null,
    isDemanded: true,
  }
  const notify = () =>
    domains.publisher.publish([
      { message: sendExpiryNotice, payload, messageId: randomUUID(), correlationId: randomUUID() },
    ])
  await running.sql.query('insert into expiry_mail_setting values ($1, false, true)', [own.resellerId])
  await record('expiry', true)
  await notify()
  await mailTo(admin)
  expect(mailsTo('errp@example.com')).toEqual([])
  await record('expiry', false)
  await notify()
  await mailTo('errp@example.com')
  await domains.close()
})

it('keeps what an account has chosen, for this account alone', async () => {
  expect(await shown('domain-renewed')).toMatchObject({
    event: 'domain.renewed',
    recipients: 'registrant',
    default_recipients: 'registrant',
    is_demanded: false,
  })
  expect(await choose('domain-renewed', 'both')).toMatchObject({ recipients: 'both', default_recipients: 'registrant' })
  expect(await shown('domain-renewed')).toMatchObject({ recipients: 'both' })
  const others = await list(await running.account())
  expect(others.find(({ type }) => type === 'domain-renewed')).toMatchObject({ recipients: 'registrant' })
  await expect(choose('birthday', 'both')).rejects.toThrow('no mail of this type')
  await expect(choose('expiry', 'both')).rejects.toThrow('PUT /v1/expiry-mails/settings')
  await expect(choose('certificate-expiry', 'nobody')).rejects.toThrow('it has one recipient')
})
