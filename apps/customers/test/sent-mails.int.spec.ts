import { randomUUID } from 'node:crypto'
import { requestPasswordReset } from '@nameyard/contracts/access/request-password-reset'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { listMailDeliveries } from '@nameyard/contracts/customers/list-mail-deliveries'
import { nameserverRenamed } from '@nameyard/contracts/domains/nameserver-renamed'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { readReturnAddress } from '../src/mail/return-address'
import { newUsername, person } from './people'
import { runningService, type RunningService } from './running-service'

const secret = 'x'.repeat(32)

let running: RunningService
let server: SmtpServer
let domains: TestParty

beforeAll(async () => {
  server = await smtpServer((recipient, times) => {
    if (recipient.startsWith('nobody')) return '550 5.1.1 no such mailbox'
    if (recipient.startsWith('busy') && times === 1) return '450 come back'
    return '250 ok'
  })
  running = await runningService({
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: secret,
    PUBLIC_URL: 'https://x.example',
    MAIL_SMTP_URL: server.url,
    MAIL_RETURN_DOMAIN: 'return.example.net',
  })
  domains = await testParty('domains', { url: running.amqpUrl, clock: running.clock })
})
afterAll(async () => {
  await domains?.close()
  await running?.close()
  await server?.close()
})

const recorded = async (address: string) =>
  (
    await running.sql.query(
      'select id::text, message_id, reseller_id, type, object, state, status, diagnostic, sent_at from sent_mail where address = $1',
      [address],
    )
  ).rows

/** Mails the administrator of a new account that a domain has lost a name server. */
async function mailed(email: string): Promise<{ resellerId: number; messageId: string }> {
  const { resellerId } = await running.account({ email })
  return { resellerId, messageId: await tell(resellerId) }
}

async function tell(resellerId: number): Promise<string> {
  const messageId = randomUUID()
  const payload = {
    resellerId,
    domainId: 7,
    name: 'lost.example',
    from: 'ns1.gone.example',
    to: 'ns1.x.invalid',
    happenedAt: '2027-01-01T00:00:00.000Z',
  }
  await domains.publisher.publish([{ message: nameserverRenamed, payload, messageId, correlationId: randomUUID() }])
  return messageId
}
const inState = (address: string, state: string) =>
  eventually(async () => {
    const rows = await recorded(address)
    return rows[0]?.state === state && rows
  }, `the mail to ${address} as ${state}`)

it('records what was sent to whom, about what, for which account', async () => {
  const { resellerId, messageId } = await mailed('Anna@example.com')
  expect(await inState('anna@example.com', 'sent')).toMatchObject([
    {
      reseller_id: resellerId,
      message_id: messageId,
      type: 'nameserver-renamed',
      object: 'domains/lost.example',
      sent_at: running.clock.now(),
    },
  ])
})

it('gives each mail a return address of its own, and leaves the sender as it is', async () => {
  await mailed('return@example.com')
  const [{ id }] = await inState('return@example.com', 'sent')
  const mail = server.received.find(({ to }) => to === 'return@example.com')!
  const [local, domain] = mail.from.split('@')
  expect(domain).toBe('return.example.net')
  expect(readReturnAddress([secret], local!, running.clock.now())).toMatchObject({ id })
  expect(mail.message).toMatch(/^From: Names <names@example\.net>$/m)
})

it('records another attempt as the same mail', async () => {
  await mailed('busy@example.com')
  expect(await inState('busy@example.com', 'sent')).toHaveLength(1)
  expect(server.recipients.filter((each) => each === 'busy@example.com')).toHaveLength(2)
})

it('records that the mail server refused the recipient, and why', async () => {
  await mailed('nobody@example.com')
  expect(await inState('nobody@example.com', 'bounced')).toMatchObject([
    { status: '5.1.1', diagnostic: '550 5.1.1 no such mailbox' },
  ])
})

it('lists the mails of the account alone, by state and address', async () => {
  const own = await running.account({ email: 'nobody-listed@example.com' })
  await mailed('stranger@example.com')
  await tell(own.resellerId)
  await inState('nobody-listed@example.com', 'bounced')
  const list = async (query: Partial<InputGiven<typeof listMailDeliveries>>) =>
    (await running.rpc.call(listMailDeliveries, query, own.call())).results
  const mail = {
    type: 'nameserver-renamed',
    object: 'domains/lost.example',
    email: 'nobody-listed@example.com',
    state: 'bounced',
    status: '5.1.1',
    diagnostic: '550 5.1.1 no such mailbox',
    reported_date: '2027-01-01 00:00:00',
  }
  expect(await list({})).toMatchObject([mail])
  expect(await list({ state: 'bounced', email: 'Nobody-Listed@example.com' })).toMatchObject([mail])
  expect(await list({ state: 'sent' })).toEqual([])
  expect(await list({ email: 'stranger@example.com' })).toEqual([])
  expect(await list({ offset: 1 })).toEqual([])
})

it('forgets the mails of a contact that is erased', async () => {
  const own = await running.account({ email: 'first@example.com' })
  const username = newUsername()
  const { id } = await running.rpc.call(createContact, { ...person, username, email: 'Leaver@example.com' }, own.call())
  await running.rpc.call(requestPasswordReset, { username }, { ...running.anonymous(), address: '192.0.2.1' })
  await inState('leaver@example.com', 'sent')
  await running.rpc.call(deleteContact, { id }, own.call())
  expect(await recorded('leaver@example.com')).toEqual([])
})
