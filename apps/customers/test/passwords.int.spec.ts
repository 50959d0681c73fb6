import { createHash, randomUUID } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { changePassword } from '@nameyard/contracts/access/change-password'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { completePasswordReset } from '@nameyard/contracts/access/complete-password-reset'
import { findPasswordReset } from '@nameyard/contracts/access/find-password-reset'
import { login } from '@nameyard/contracts/access/login'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { requestPasswordReset } from '@nameyard/contracts/access/request-password-reset'
import { sendPasswordReset } from '@nameyard/contracts/access/send-password-reset'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { updateContact } from '@nameyard/contracts/contacts/update-contact'
import type { Right } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { newUsername, person } from './people'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let server: SmtpServer
beforeAll(async () => {
  server = await smtpServer((recipient, times) => {
    if (recipient.startsWith('busy') && times === 1) return '450 come back'
    return '250 ok'
  })
  service = await runningService({
    MAIL_SMTP_URL: server.url,
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://x.example',
    LOGIN_FREE_FAILURES: '3',
  })
})
afterAll(async () => {
  await service?.close()
  await server?.close()
})

let accounts = 0
const account = () => service.account({ email: `boss${++accounts}@example.com` })

let addresses = 0
const from = () => ({ ...service.anonymous(), address: `203.0.113.${++addresses}` })
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    ({ refusal, details }) => (details?.rule === undefined ? refusal : `${refusal}: ${details.rule}`),
  )
const logIn = (username: string, password: string) => service.rpc.call(login, { username, password }, from())
const isValid = async (token: string) => {
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const asked = { audience: 'customers' as const, tokenHash, address: '192.0.2.1', spent: [] }
  return (await refusalOf(service.rpc.call(authenticate, asked, service.anonymous()))) === 'accepted'
}
const sessionOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 12)
const request = (username: string, call = from()) => service.rpc.call(requestPasswordReset, { username }, call)
const complete = (token: string, password: string) =>
  service.rpc.call(completePasswordReset, { token, password }, from())

/** Returns the mail about a changed password to an address, without its line breaks. */
const noticeTo = (email: string) =>
  eventually(
    () =>
      server.received
        .filter(({ to }) => to === email)
        .map(({ message }) => message.replaceAll(/=\r?\n/g, ''))
        .find((text) => !text.includes('/reset-password/')),
    `a notice to ${email}`,
  )

/** Returns the tokens of the links that were mailed to an address, when there are this many. */
const linksTo = (email: string, count = 1) =>
  eventually(() => {
    const found = server.received
      .filter(({ to }) => to === email)
      .flatMap(
        ({ message }) =>
          /\/reset-password\/([\w-]+)/.exec(message.replaceAll('=\r\n', '').replaceAll('=\n', ''))?.slice(1, 2) ?? [],
      )
    return found.length >= count && found
  }, `${count} mails to ${email}`)

const fresh = 'seven green bicycles'

describe('changing the own password', () => {
  it('needs the current one, ends the other sessions and keeps the one in use', async () => {
    const { username, password, call } = await account()
    const [mine, other] = [await logIn(username, password), await logIn(username, password)]
    const own = { ...call(), session: sessionOf(mine.token) }
    const changed = await service.rpc.call(changePassword, { current_password: password, password: fresh }, own)
    expect(changed).toEqual({ success: true, sessions_ended: 1 })
    expect([await isValid(mine.token), await isValid(other.token)]).toEqual([true, false])
    expect(await refusalOf(logIn(username, password))).toBe('authentication_failed')
    expect(await refusalOf(logIn(username, fresh))).toBe('accepted')
  })

  it('is recorded without the password', async () => {
    const { resellerId, contactId, password, call } = await account()
    await service.rpc.call(changePassword, { current_password: password, password: fresh }, call())
    const { entries } = await service.rpc.call(readAuditLog, { resellerId }, service.anonymous())
    expect(entries.filter(({ operation }) => operation === 'access.change-password')).toMatchObject([
      { contactId, subject: `contact ${contactId}`, changes: { password: null } },
    ])
  })

  it.each([
    ['short', 'password_invalid: too short'],
    ['abc'.repeat(400), 'password_invalid: too long'],
    ['passwordpassword', 'password_invalid: common'],
    ['nameyard nameyard', 'password_invalid: own name'],
    ['correct horse battery', 'password_invalid: unchanged'],
    ['z'.repeat(500) + 'yx' + 'w'.repeat(500), 'accepted'],
    ['パスワードは秘密です、誰にも言わない', 'accepted'],
  ])('to %p: %s', async (password, expected) => {
    const own = await account()
    const asked = service.rpc.call(changePassword, { current_password: own.password, password }, own.call())
    expect(await refusalOf(asked)).toBe(expected)
  })

  it('leads to a wait after several wrong passwords, which affects neither logins nor another network', async () => {
    const { username, password, call } = await account()
    const attempt = (current_password: string, address: string) =>
      refusalOf(service.rpc.call(changePassword, { current_password, password: fresh }, { ...call(), address }))
    for (let i = 0; i < 4; i++) expect(await attempt('wrong', '192.0.2.50')).toBe('current_password_wrong')
    expect(await attempt(password, '192.0.2.50')).toBe('rate_limited')
    expect(await refusalOf(logIn(username, password))).toBe('accepted')
    service.clock.advance(1000)
    expect(await attempt(password, '192.0.2.50')).toBe('accepted')
  })

  it('succeeds for one of two concurrent requests', async () => {
    const { password, call } = await account()
    const attempt = (to: string) =>
      refusalOf(service.rpc.call(changePassword, { current_password: password, password: to }, call()))
    const answers = await Promise.all([attempt('seven green bicycles'), attempt('eleven red umbrellas')])
    expect(answers.sort()).toEqual(['accepted', 'current_password_wrong'])
  })
})

describe('a password reset', () => {
  let own: Account
  beforeEach(async () => void (own = await account()))
  const email = () => `boss${accounts}@example.com`

  it('mails a link that sets a password once and ends all sessions', async () => {
    const { username, password, resellerId, contactId } = own
    const { token } = await logIn(username, password)
    expect(await request(username)).toEqual({ success: true })
    const [link] = await linksTo(email())
    expect(await service.rpc.call(findPasswordReset, { token: link! }, service.anonymous())).toEqual({ username })
    expect(await complete(link!, fresh)).toEqual({ success: true })
    expect(await isValid(token)).toBe(false)
    expect(await refusalOf(logIn(username, password))).toBe('authentication_failed')
    expect(await refusalOf(logIn(username, fresh))).toBe('accepted')
    expect(await refusalOf(complete(link!, 'eleven red umbrellas'))).toBe('password_reset_not_found')
    const { entries } = await service.rpc.call(readAuditLog, { resellerId }, service.anonymous())
    expect(entries.filter(({ operation }) => operation === 'access.complete-password-reset')).toMatchObject([
      { who: username, contactId },
    ])
  })

  it('stores only the hash of the link', async () => {
    await request(own.username)
    const [link] = await linksTo(email())
    const { rows } = await service.sql.query('select * from password_reset where contact_id = $1', [own.contactId])
    expect(rows).toHaveLength(1)
    expect(rows[0].hash).toEqual(createHash('sha256').update(link!).digest())
    expect(JSON.stringify(rows)).not.toContain(link)
  })

  it('keeps the link when the password breaks a rule', async () => {
    await request(own.username)
    const [link] = await linksTo(email())
    expect(await refusalOf(complete(link!, 'short'))).toBe('password_invalid: too short')
    expect(await refusalOf(complete(link!, own.username.repeat(5)))).toBe('password_invalid: own name')
    expect(await refusalOf(complete(link!, fresh))).toBe('accepted')
  })

  it('works for one of two concurrent requests', async () => {
    await request(own.username)
    const [link] = await linksTo(email())
    const answers = await Promise.all([refusalOf(complete(link!, fresh)), refusalOf(complete(link!, fresh))])
    expect(answers.sort()).toEqual(['accepted', 'password_reset_not_found'])
  })

  it.each<[string, () => unknown]>([
    ['after 30 minutes', () => service.clock.advance(30 * 60_000)],
    [
      'when the password has changed',
      () =>
        service.rpc.call(
          changePassword,
          { current_password: own.password, password: 'one two three four five' },
          own.call(),
        ),
    ],
    [
      'when an operator has set a password',
      () => service.rpc.call(changeRights, { username: own.username, password: fresh }, service.anonymous()),
    ],
    [
      'when the e-mail address has changed',
      () => service.rpc.call(updateContact, { id: own.contactId, email: 'new@example.com' }, own.call()),
    ],
  ])('stops working %s', async (_, end) => {
    await request(own.username)
    const [link] = await linksTo(email())
    await end()
    expect(await refusalOf(complete(link!, 'eleven red umbrellas'))).toBe('password_reset_not_found')
    const found = service.rpc.call(findPasswordReset, { token: link! }, service.anonymous())
    expect(await refusalOf(found)).toBe('password_reset_not_found')
  })

  it('stops working when the contact is deleted, and is not mailed to contacts without a password', async () => {
    const [lost, silent] = [`lost${accounts}@example.com`, `silent${accounts}@example.com`]
    const username = newUsername()
    const { id } = await service.rpc.call(createContact, { ...person, username, email: lost }, own.call())
    const without = { ...person, username: newUsername(), email: silent, password: undefined }
    await service.rpc.call(createContact, without, own.call())
    await request(without.username)
    await request(username)
    const [link] = await linksTo(lost)
    await service.rpc.call(deleteContact, { id }, own.call())
    expect(await refusalOf(complete(link!, fresh))).toBe('password_reset_not_found')
    expect(server.recipients).not.toContain(silent)
  })

  it('gets the same answer for unknown usernames', async () => {
    const { username } = own
    expect(await request('nobody knows')).toEqual(await request(username))
    await linksTo(email())
  })

  it('is recorded for known and unknown usernames, without the unknown name', async () => {
    const { resellerId, contactId, username } = await account()
    const call = { ...from(), correlationId: randomUUID() }
    const recorded = async (given: { resellerId?: number }) =>
      (await service.rpc.call(readAuditLog, { ...given, event: 'access.request-password-reset' }, service.anonymous()))
        .entries
    await request(username, call)
    expect(await recorded({ resellerId })).toMatchObject([
      {
        contactId,
        who: username,
        address: call.address,
        correlationId: call.correlationId,
        subject: `contact ${contactId}`,
        changes: {},
      },
    ])
    const unknown = { ...from(), correlationId: randomUUID() }
    await request('typed my secret here', unknown)
    const entries = (await recorded({})).filter(({ correlationId }) => correlationId === unknown.correlationId)
    expect(entries).toMatchObject([{ resellerId: null, contactId: null, who: null, address: unknown.address }])
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  it('is mailed again after a temporary failure of the mail server', async () => {
    await service.sql.query(`update contact set email = 'busy@example.com' where id = $1`, [own.contactId])
    await request(own.username)
    const [link] = await linksTo('busy@example.com')
    expect(await refusalOf(complete(link!, fresh))).toBe('accepted')
  })

  it('is limited for a username and a network, but strangers do not lock the owner out', async () => {
    const stranger = from()
    const answers: unknown[] = []
    for (let i = 0; i < 6; i++) answers.push(await refusalOf(request(own.username, stranger)))
    expect(answers).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'rate_limited', 'rate_limited'])
    expect(await refusalOf(request(own.username))).toBe('accepted')
    const links = await linksTo(email(), 3)
    // No more than three links work at the same time, and each of them works for the owner.
    const { rows } = await service.sql.query(
      'select count(*)::integer as count from password_reset where contact_id = $1',
      [own.contactId],
    )
    expect(rows).toEqual([{ count: 3 }])
    expect(await refusalOf(complete(links[0]!, fresh))).toBe('accepted')
    // A request that sent no mail is recorded, too: its message may come again when the links have ended.
    await eventually(async () => {
      const { rows } = await service.sql.query(
        `select from inbox join sent using (message_id) where message = $1 and payload = $2`,
        [sendPasswordReset.id, JSON.stringify({ contactId: own.contactId })],
      )
      return rows.length === 5
    }, 'the requests')
  })

  it('deletes expired links', async () => {
    await request(own.username)
    await linksTo(email())
    service.clock.advance(3_600_000)
    await request((await account()).username)
    await linksTo(email())
    const { rows } = await service.sql.query('select from password_reset where contact_id = $1', [own.contactId])
    expect(rows).toEqual([])
  })
})

describe('the e-mail address of a contact with API access', () => {
  it('is changed only with every right, because a reset is mailed there', async () => {
    const { contactId, call } = await account()
    const change = (scope: readonly Right[], email: string) =>
      refusalOf(service.rpc.call(updateContact, { id: contactId, email }, call({ scope })))
    expect(await change(['read', 'write'], 'thief@example.com')).toBe('scope_insufficient')
    expect(await change(everyRight, 'moved@example.com')).toBe('accepted')
  })
})

describe('a changed password', () => {
  it.each([
    ['en_GB', 'The password of the user name'],
    ['nl_NL', 'Het wachtwoord van de gebruikersnaam'],
    ['de_AT', 'Das Passwort des Benutzernamens'],
    ['fr_FR', 'The password of the user name'],
  ])('is mailed to the contact in its language: %s', async (locale, sentence) => {
    const { contactId, username, password, call } = await account()
    await service.sql.query('update contact set locale = $2 where id = $1', [contactId, locale])
    await service.rpc.call(changePassword, { current_password: password, password: fresh }, call())
    const text = await noticeTo(`boss${accounts}@example.com`)
    expect(text).toContain(`${sentence} ${username}`)
    expect(text).not.toContain(fresh)
  })

  it('is mailed after a reset and after a change by an operator', async () => {
    const reset = await account()
    await request(reset.username)
    const [link] = await linksTo(`boss${accounts}@example.com`)
    await complete(link!, fresh)
    await noticeTo(`boss${accounts}@example.com`)
    const changed = await account()
    await service.rpc.call(changeRights, { username: changed.username, password: fresh }, service.anonymous())
    await noticeTo(`boss${accounts}@example.com`)
  })
})

describe('passwords that programs set for contacts', () => {
  it.each([
    ['eight chars', 'accepted'],
    ['seven77', 'password_invalid: too short'],
    ['password1', 'password_invalid: common'],
    ['Nameyard!', 'password_invalid: own name'],
  ])('may be shorter than those of people: %p is %s', async (password, expected) => {
    const { call } = await account()
    const given = { ...person, username: newUsername(), password }
    expect(await refusalOf(service.rpc.call(createContact, given, call()))).toBe(expected)
  })
})
