import { randomUUID } from 'node:crypto'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getExpiryMailSettings } from '@nameyard/contracts/customers/get-expiry-mail-settings'
import { listExpiryMails } from '@nameyard/contracts/customers/list-expiry-mails'
import { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import { setExpiryMailSettings } from '@nameyard/contracts/customers/set-expiry-mail-settings'
import type { Payload } from '@nameyard/contracts/event'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { runningService, type Account, type RunningService } from './running-service'

let running: RunningService
let server: SmtpServer
let domains: TestParty
let own: Account
let names = 0

beforeAll(async () => {
  server = await smtpServer((recipient, times) => {
    if (recipient.startsWith('nobody')) return '550 no such mailbox'
    if (recipient.startsWith('busy') && times === 1) return '450 come back'
    return '250 ok'
  })
  running = await runningService({
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://x.example',
    MAIL_SMTP_URL: server.url,
  })
  domains = await testParty('domains', { url: running.amqpUrl, clock: running.clock })
})
beforeEach(async () => {
  own = await running.account({ email: `admin${++names}@example.com` })
})
afterAll(async () => {
  await domains?.close()
  await running?.close()
  await server?.close()
})

async function customer(email: string, locale = 'en_GB'): Promise<string> {
  const person = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    address: { street: 'Main Street', number: '1', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
    email,
    locale,
  }
  return (await running.rpc.call(createCustomer, person, own.call())).handle!
}

/** Sends a notice, as the domains service does. */
async function tell(
  ownerHandle: string,
  over: Partial<Payload<typeof sendExpiryNotice>> = {},
  messageId = randomUUID(),
) {
  const payload = {
    resellerId: own.resellerId,
    domainId: 7,
    domain: `name${++names}.example`,
    ownerHandle,
    kind: 'in-7-days' as const,
    expiresAt: '2027-01-08T00:00:00.000Z',
    isAutorenewed: false,
    restorableUntil: null,
    isDemanded: false,
    ...over,
  }
  await domains.publisher.publish([{ message: sendExpiryNotice, payload, messageId, correlationId: randomUUID() }])
  return messageId
}

const recorded = async (noticeId: string) =>
  (
    await running.sql.query(
      'select recipient, kind, domain_id, is_bounced, sent_at from expiry_mail where notice_id = $1 order by 1',
      [noticeId],
    )
  ).rows
const recordOf = (noticeId: string, length = 1) =>
  eventually(async () => {
    const rows = await recorded(noticeId)
    return rows.length === length && rows
  }, `${length} recorded mails`)
const mailsTo = (email: string) => server.received.filter(({ to }) => to === email)
const set = (toRegistrants: boolean, toAdministrators: boolean) =>
  running.sql.query('insert into expiry_mail_setting values ($1, $2, $3)', [
    own.resellerId,
    toRegistrants,
    toAdministrators,
  ])

it('mails the registrant in the language of the customer, as text and HTML, in the name of the account', async () => {
  const handle = await customer('anna@example.com', 'de_DE')
  const notice = await tell(handle)
  expect(await recordOf(notice)).toEqual([
    { recipient: handle, kind: 'in-7-days', domain_id: 7, is_bounced: false, sent_at: running.clock.now() },
  ])
  const [mail] = mailsTo('anna@example.com')
  const { rows } = await running.sql.query('select company_name from reseller where id = $1', [own.resellerId])
  expect(mail!.from).toBe('names@example.net')
  expect(mail!.message).toMatch(new RegExp(`^From: "?${rows[0].company_name}"? <names@example\\.net>`, 'm'))
  expect(mail!.message).toMatch(/^Subject: .*2027-01-08/m)
  expect(mail!.message).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html/)
})

it('mails a notice once, however often it is delivered', async () => {
  const handle = await customer('once@example.com')
  const notice = await tell(handle)
  await recordOf(notice)
  await tell(handle, {}, notice)
  await recordOf(await tell(handle))
  expect(mailsTo('once@example.com')).toHaveLength(2)
})

it('tries again when the mail server is busy, and records the mail once', async () => {
  const notice = await tell(await customer('busy@example.com'))
  await recordOf(notice)
  expect(mailsTo('busy@example.com')).toHaveLength(1)
})

it('records that the mailbox of a registrant does not exist', async () => {
  const notice = await tell(await customer('nobody@example.com'))
  expect(await recordOf(notice)).toMatchObject([{ is_bounced: true }])
})

it('mails nothing to a registrant where the account does not want it, unless a policy demands it', async () => {
  const handle = await customer('quiet@example.com')
  await set(false, false)
  const left = await tell(handle)
  const demanded = await tell(handle, { isDemanded: true, kind: 'expired' })
  expect(await recordOf(demanded)).toMatchObject([{ recipient: handle, kind: 'expired' }])
  expect(await recorded(left)).toEqual([])
  expect(mailsTo('quiet@example.com')).toHaveLength(1)
})

it('mails the administrators too where the account wants it', async () => {
  const handle = await customer('both@example.com')
  await set(true, true)
  const notice = await tell(handle)
  const recipients = (await recordOf(notice, 2)).map(({ recipient }) => recipient)
  expect(recipients).toEqual([handle, `contacts/${own.contactId}`].toSorted())
})

it('mails no customer of another account', async () => {
  const handle = await customer('foreign@example.com')
  own = await running.account({ email: `admin${++names}@example.com` })
  const foreign = await tell(handle, { isDemanded: true })
  await recordOf(await tell(await customer('domestic@example.com')))
  expect(await recorded(foreign)).toEqual([])
  expect(mailsTo('foreign@example.com')).toEqual([])
})

it('lists what was sent to the account alone', async () => {
  const handle = await customer('listed@example.com')
  await recordOf(await tell(handle))
  const read = (by: Account) => running.rpc.call(listExpiryMails, { domain_id: 7 }, by.call())
  expect(await read(own)).toMatchObject({ total: 1, results: [{ recipient: handle, kind: 'in-7-days', domain_id: 7 }] })
  expect(await read(await running.account())).toEqual({ total: 0, results: [] })
})

it('counts the mails of the account, without deleted ones and with those from before there was a counter', async () => {
  const handle = await customer('counted@example.com')
  const notices = [await tell(handle), await tell(handle, { domainId: 8 }), await tell(handle)]
  for (const notice of notices) await recordOf(notice)
  const totals = async () => {
    const [all, one] = await Promise.all(
      [{}, { domain_id: 7 }].map((query) => running.rpc.call(listExpiryMails, { ...query, limit: 1 }, own.call())),
    )
    return [all!.total, one!.total]
  }
  expect(await totals()).toEqual([3, 2])
  const counter = async () => {
    const found = 'select mails from expiry_mail_count where reseller_id = $1'
    return (await running.sql.query(found, [own.resellerId])).rows
  }
  expect(await counter()).toEqual([{ mails: 3 }])
  await running.sql.query('delete from expiry_mail where notice_id = $1', [notices[0]])
  expect(await totals()).toEqual([2, 1])
  expect(await counter()).toEqual([{ mails: 2 }])
  await running.sql.query('delete from expiry_mail_count where reseller_id = $1', [own.resellerId])
  expect(await totals()).toEqual([2, 1])
  await recordOf(await tell(handle))
  expect(await totals()).toEqual([3, 2])
  expect(await counter()).toEqual([{ mails: 3 }])
})

it('keeps the settings of an account', async () => {
  const after = await running.rpc.call(setExpiryMailSettings, { to_administrators: true }, own.call())
  expect(after).toEqual({ to_registrants: true, to_administrators: true })
  expect(await running.rpc.call(getExpiryMailSettings, {}, own.call())).toEqual(after)
})
