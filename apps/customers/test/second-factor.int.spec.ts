import { createHash } from 'node:crypto'
import { TOTP, Secret } from 'otpauth'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { completePasswordReset } from '@nameyard/contracts/access/complete-password-reset'
import { login } from '@nameyard/contracts/access/login'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { requestPasswordReset } from '@nameyard/contracts/access/request-password-reset'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { confirmTotp } from '@nameyard/contracts/factors/confirm-totp'
import { createLoginCode } from '@nameyard/contracts/factors/create-login-code'
import { createRecoveryCodes } from '@nameyard/contracts/factors/create-recovery-codes'
import { createTotp } from '@nameyard/contracts/factors/create-totp'
import { getFactorDemand } from '@nameyard/contracts/factors/get-factor-demand'
import { issueLoginCode } from '@nameyard/contracts/factors/issue-login-code'
import { listFactors } from '@nameyard/contracts/factors/list-factors'
import { removeFactor } from '@nameyard/contracts/factors/remove-factor'
import { setFactorDemand } from '@nameyard/contracts/factors/set-factor-demand'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { eventually } from '@nameyard/testing/eventually'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { newUsername, person } from './people'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let server: SmtpServer
let own: Account
let accounts = 0

beforeAll(async () => {
  server = await smtpServer(() => '250 ok')
  service = await runningService({
    MAIL_SMTP_URL: server.url,
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: 'x'.repeat(32),
    FACTOR_SECRET: 'f'.repeat(32),
    PUBLIC_URL: 'https://names.example',
    LOGIN_FREE_FAILURES: '3',
  })
})
afterAll(async () => {
  await service?.close()
  await server?.close()
})
beforeEach(async () => void (own = await service.account({ email: `owner${++accounts}@example.com` })))

let addresses = 0
const newAddress = () => `198.51.100.${++addresses % 250}`
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    ({ refusal }) => refusal as string,
  )
const logIn = (otp?: string, { username, password } = own, address = newAddress()) =>
  service.rpc.call(
    login,
    { username, password, ...(otp !== undefined && { otp }) },
    { ...service.anonymous(), address },
  )
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.epochMs() })
/** A code that is wrong now. */
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')

async function start(by = own) {
  return service.rpc.call(createTotp, { name: 'phone', password: by.password }, by.call())
}

/** Adds an app, and moves to its next code. */
async function enrol(by = own) {
  const { id, secret } = await start(by)
  const { recovery_codes } = await service.rpc.call(confirmTotp, { id, code: codeOf(secret) }, by.call())
  service.clock.advance(30_000)
  return { id, secret, recoveryCodes: recovery_codes }
}

const noticesTo = (email = `owner${accounts}@example.com`) =>
  server.received.filter(({ to }) => to === email).map(({ message }) => message.replaceAll(/=\r?\n/g, ''))
const noticed = (sentence: string) =>
  eventually(() => noticesTo().find((text) => text.includes(sentence)), `a mail with: ${sentence}`)

describe('adding an app with one-time codes', () => {
  it('counts only after its first code, which gives ten recovery codes and a mail', async () => {
    const { id, secret, uri } = await start()
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain('issuer=names.example')
    expect(await refusalOf(logIn())).toBe('accepted')
    expect(await refusalOf(service.rpc.call(confirmTotp, { id, code: wrongCode(secret) }, own.call()))).toBe(
      'factor_code_wrong',
    )
    const confirmed = await service.rpc.call(confirmTotp, { id, code: codeOf(secret) }, own.call())
    expect(new Set(confirmed.recovery_codes).size).toBe(10)
    expect(await refusalOf(logIn())).toBe('otp_needed')
    await noticed(`A second factor was added to the user name ${own.username}.`)
    const entry = await eventually(async () => {
      const asked = { resellerId: own.resellerId, limit: 9 }
      const { entries } = await service.rpc.call(readAuditLog, asked, service.anonymous())
      return entries.find(({ operation }) => operation === 'factors.confirm-totp')
    }, 'the entry of the audit log')
    expect(entry).toMatchObject({ who: own.username, changes: { second_factor: { to: `totp ${id}` } } })
  })

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await enrol()
    const { rows } = await service.sql.query(
      'select sealed from factor where contact_id = $1 union all select hash from recovery_code where contact_id = $1',
      [own.contactId],
    )
    expect(rows).toHaveLength(11)
    const octets = Buffer.from(Secret.fromBase32(secret).bytes)
    for (const { sealed } of rows) expect(sealed.includes(octets)).toBe(false)
    const hashes = rows.slice(1).map(({ sealed }) => sealed.toString('hex'))
    const hashOf = (code: string) => createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
    expect(hashes.sort()).toEqual(recoveryCodes.map(hashOf).sort())
  })

  it('needs the password, which cannot be guessed', async () => {
    const attempt = (password: string) =>
      refusalOf(service.rpc.call(createTotp, { name: 'phone', password }, { ...own.call(), address: '192.0.2.60' }))
    for (let i = 0; i < 4; i++) expect(await attempt('wrong')).toBe('proof_wrong')
    expect(await attempt(own.password)).toBe('rate_limited')
    expect(await refusalOf(logIn())).toBe('accepted')
  })

  it('ends after an hour without a first code, and is replaced by another start', async () => {
    const first = await start()
    const second = await start()
    expect(
      await refusalOf(service.rpc.call(confirmTotp, { id: first.id, code: codeOf(first.secret) }, own.call())),
    ).toBe('factor_not_found')
    service.clock.advance(3_600_000)
    const { id, secret } = second
    expect(await refusalOf(service.rpc.call(confirmTotp, { id, code: codeOf(secret) }, own.call()))).toBe(
      'factor_not_found',
    )
    const { results } = await service.rpc.call(listFactors, {}, own.call())
    expect(results).toEqual([])
  })

  it('is limited to ten factors', async () => {
    for (let i = 0; i < 10; i++) await enrol()
    expect(await refusalOf(start())).toBe('factor_limit_reached')
  })

  it('is refused for a key with limits, and for the factor of another person', async () => {
    const { id, secret } = await start()
    const other = await service.account()
    expect(await refusalOf(service.rpc.call(confirmTotp, { id, code: codeOf(secret) }, other.call()))).toBe(
      'factor_not_found',
    )
    const asked = { name: 'phone', password: own.password }
    expect(await refusalOf(service.rpc.call(createTotp, asked, own.call({ isLimited: true })))).toBe('key_limited')
  })
})

describe('a login with a second factor', () => {
  it('needs a code beside the password; a wrong password stays what it was', async () => {
    const { secret } = await enrol()
    expect(await refusalOf(logIn())).toBe('otp_needed')
    expect(await refusalOf(logIn(''))).toBe('otp_needed')
    expect(await refusalOf(logIn(wrongCode(secret)))).toBe('otp_needed')
    expect(await refusalOf(logIn(codeOf(secret), { ...own, password: 'wrong' }))).toBe('authentication_failed')
    expect(await refusalOf(logIn(codeOf(secret)))).toBe('accepted')
  })

  it('accepts each code once, also of two concurrent requests, and none of an earlier step', async () => {
    const { id, secret } = await enrol()
    const earlier = codeOf(secret)
    service.clock.advance(30_000)
    const code = codeOf(secret)
    const answers = await Promise.all([1, 2, 3].map(() => refusalOf(logIn(code))))
    expect(answers.sort()).toEqual(['accepted', 'otp_needed', 'otp_needed'])
    expect(await refusalOf(logIn(earlier))).toBe('otp_needed')
    const { results } = await service.rpc.call(listFactors, {}, own.call())
    expect(results).toMatchObject([{ id, kind: 'totp', name: 'phone', is_confirmed: true }])
  })

  it('refuses the code that confirmed the app', async () => {
    const { id, secret } = await start()
    const code = codeOf(secret)
    await service.rpc.call(confirmTotp, { id, code }, own.call())
    expect(await refusalOf(logIn(code))).toBe('otp_needed')
  })

  it('counts wrong codes like wrong passwords', async () => {
    const { secret } = await enrol()
    const address = newAddress()
    for (let i = 0; i < 4; i++) expect(await refusalOf(logIn(wrongCode(secret), own, address))).toBe('otp_needed')
    expect(await refusalOf(logIn(codeOf(secret), own, address))).toBe('rate_limited')
    service.clock.advance(1000)
    expect(await refusalOf(logIn(codeOf(secret), own, address))).toBe('accepted')
  })

  it('does not count a login without a code', async () => {
    const { secret } = await enrol()
    const address = newAddress()
    for (let i = 0; i < 6; i++) expect(await refusalOf(logIn(undefined, own, address))).toBe('otp_needed')
    expect(await refusalOf(logIn(codeOf(secret), own, address))).toBe('accepted')
  })

  it('accepts each recovery code once, with a mail', async () => {
    const { recoveryCodes } = await enrol()
    const [code] = recoveryCodes as [string]
    const answers = await Promise.all([refusalOf(logIn(code)), refusalOf(logIn(code.toUpperCase()))])
    expect(answers.sort()).toEqual(['accepted', 'otp_needed'])
    await noticed(`A recovery code or login code of the user name ${own.username} was used.`)
    const { recovery_codes_left } = await service.rpc.call(listFactors, {}, own.call())
    expect(recovery_codes_left).toBe(9)
    const other = await service.account()
    await enrol(other)
    expect(await refusalOf(logIn(recoveryCodes[1], other))).toBe('otp_needed')
  })

  it('is needed after a password reset by mail too', async () => {
    const { secret } = await enrol()
    await service.rpc.call(
      requestPasswordReset,
      { username: own.username },
      { ...service.anonymous(), address: newAddress() },
    )
    const token = await eventually(
      () => noticesTo().flatMap((text) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? [])[0],
      'the mail with the link',
    )
    const password = 'seven green bicycles'
    expect(await service.rpc.call(completePasswordReset, { token, password }, service.anonymous())).toEqual({
      success: true,
    })
    expect(await refusalOf(logIn(undefined, { ...own, password }))).toBe('otp_needed')
    expect(await refusalOf(logIn(codeOf(secret), { ...own, password }))).toBe('accepted')
  })

  it('is not needed for API keys', async () => {
    await enrol()
    const { key } = await service.rpc.call(createKey, { name: 'program', scope: ['read'] }, own.call())
    const tokenHash = createHash('sha256').update(key).digest('hex')
    const used = service.rpc.call(
      authenticate,
      { tokenHash, address: '192.0.2.1', audience: 'customers' as const, spent: [] },
      service.anonymous(),
    )
    await expect(used).resolves.toMatchObject({ username: own.username })
  })
})

describe('removing a second factor', () => {
  const remove = (id: number, proof: object, by = own) =>
    refusalOf(service.rpc.call(removeFactor, { id, ...proof }, { ...by.call(), address: newAddress() }))

  it('needs the password or a one-time code, and ends the recovery codes with the last factor', async () => {
    const [first, second] = [await enrol(), await enrol()]
    expect(second.recoveryCodes).toEqual([])
    expect(await remove(first.id, {})).toBe('proof_wrong')
    expect(await remove(first.id, { password: 'wrong' })).toBe('proof_wrong')
    expect(await remove(first.id, { otp: wrongCode(second.secret) })).toBe('proof_wrong')
    expect(await remove(first.id, { otp: codeOf(second.secret) })).toBe('accepted')
    expect(await refusalOf(logIn())).toBe('otp_needed')
    expect(await remove(second.id, { password: own.password })).toBe('accepted')
    expect(await refusalOf(logIn())).toBe('accepted')
    await noticed(`A second factor of the user name ${own.username} was removed.`)
    const { rows } = await service.sql.query('select from recovery_code where contact_id = $1', [own.contactId])
    expect(rows).toEqual([])
  })

  it('is refused for a factor of another person', async () => {
    const { id } = await enrol()
    const other = await service.account()
    expect(await remove(id, { password: other.password }, other)).toBe('factor_not_found')
    expect(await refusalOf(logIn())).toBe('otp_needed')
  })

  it('happens with the deletion of the contact', async () => {
    const username = newUsername()
    const { id } = await service.rpc.call(createContact, { ...person, username }, own.call())
    const colleague = {
      ...own,
      username,
      password: 'battery staple',
      call: () => own.call({ contactId: id, username }),
    }
    await enrol(colleague)
    await service.rpc.call(deleteContact, { id }, own.call())
    const { rows } = await service.sql.query(
      'select id::text from factor where contact_id = $1 union all select encode(hash, $2) from recovery_code where contact_id = $1',
      [id, 'hex'],
    )
    expect(rows).toEqual([])
  })
})

describe('new recovery codes', () => {
  const replace = (proof: object) => service.rpc.call(createRecoveryCodes, proof, own.call())

  it('replace the old ones', async () => {
    expect(await refusalOf(replace({ password: own.password }))).toBe('own_factor_missing')
    const { recoveryCodes } = await enrol()
    const { recovery_codes } = await replace({ password: own.password })
    expect(await refusalOf(logIn(recoveryCodes[0]))).toBe('otp_needed')
    expect(await refusalOf(logIn(recovery_codes[0]))).toBe('accepted')
    await noticed(`The recovery codes of the user name ${own.username} were replaced.`)
    expect(await refusalOf(replace({ password: 'wrong' }))).toBe('proof_wrong')
  })
})

describe('the demand of an account for a second factor', () => {
  const demand = (given: object = {}, by = own) =>
    service.rpc.call(setFactorDemand, { is_required: true, ...given }, by.call())
  async function colleague(role = 'tech'): Promise<Account> {
    const given = { ...person, role: role as 'tech', username: newUsername(), api_access_enabled: true }
    const { id } = await service.rpc.call(createContact, given, own.call())
    const { username } = given
    const call: Account['call'] = (other = {}) => own.call({ contactId: id!, username, ...other })
    return { ...own, contactId: id!, username, password: 'battery staple', call }
  }

  it('is turned on by an administrator with a second factor', async () => {
    expect(await refusalOf(demand())).toBe('own_factor_missing')
    await enrol()
    expect(await refusalOf(demand({}, await colleague()))).toBe('role_insufficient')
    expect(await demand()).toEqual({ success: true, people: [] })
    const seen = service.rpc.call(getFactorDemand, {}, own.call())
    await expect(seen).resolves.toEqual({ is_required: true, people: [] })
    const { is_required } = await service.rpc.call(listFactors, {}, own.call())
    expect(is_required).toBe(true)
  })

  it('names the people who logged in lately without a factor, and needs force because of them', async () => {
    await enrol()
    const [program, unused] = [await colleague(), await colleague()]
    await logIn(undefined, unused)
    service.clock.advance(31 * 24 * 3_600_000)
    await logIn(undefined, program)
    const people = [{ username: program.username, last_login_at: expect.any(String) }]
    await expect(service.rpc.call(getFactorDemand, {}, own.call())).resolves.toEqual({ is_required: false, people })
    await expect(demand()).rejects.toMatchObject({
      refusal: 'people_without_factor',
      details: { username: program.username, count: 1 },
    })
    expect(await refusalOf(logIn(undefined, program))).toBe('accepted')
    expect(await demand({ force: true })).toEqual({ success: true, people })
    expect(await refusalOf(logIn(undefined, program))).toBe('factor_needed')
    expect(await refusalOf(logIn('123456', program))).toBe('otp_needed')
    expect(await refusalOf(logIn(undefined, { ...program, password: 'wrong' }))).toBe('authentication_failed')
    expect(await demand({ is_required: false })).toMatchObject({ success: true })
    expect(await refusalOf(logIn(undefined, program))).toBe('accepted')
  })

  it('keeps tokens in use, and the last factor of a person', async () => {
    const { token } = await logIn()
    const { id } = await enrol()
    await demand()
    const tokenHash = createHash('sha256').update(token).digest('hex')
    const used = service.rpc.call(
      authenticate,
      { tokenHash, address: '192.0.2.1', audience: 'customers' as const, spent: [] },
      service.anonymous(),
    )
    expect(await refusalOf(used)).toBe('accepted')
    const removed = service.rpc.call(removeFactor, { id, password: own.password }, own.call())
    expect(await refusalOf(removed)).toBe('factor_is_last')
  })

  it('lets a new person in once with a login code of an administrator, to add a factor', async () => {
    await enrol()
    await demand()
    const person = await colleague()
    const asked = service.rpc.call(createLoginCode, { id: person.contactId }, own.call())
    const { code, expires_at } = await asked
    expect(Date.parse(`${expires_at}Z`) - service.clock.epochMs()).toBe(24 * 3_600_000)
    expect(await refusalOf(logIn(code, { ...person, password: 'wrong' }))).toBe('authentication_failed')
    expect(await refusalOf(logIn(code, person))).toBe('accepted')
    expect(await refusalOf(logIn(code, person))).toBe('otp_needed')
    const { secret } = await enrol(person)
    expect(await refusalOf(logIn(codeOf(secret), person))).toBe('accepted')
  })

  it('has login codes that end after a day, for colleagues only', async () => {
    const colleagueOfOwn = await colleague()
    const create = (id: number, by = own) => service.rpc.call(createLoginCode, { id }, by.call())
    expect(await refusalOf(create(own.contactId))).toBe('login_code_for_caller')
    expect(await refusalOf(create((await service.account()).contactId))).toBe('contact_not_found')
    expect(await refusalOf(create(own.contactId, colleagueOfOwn))).toBe('role_insufficient')
    await enrol()
    await demand()
    const { code: replaced } = await create(colleagueOfOwn.contactId)
    const { code } = await create(colleagueOfOwn.contactId)
    expect(await refusalOf(logIn(replaced, colleagueOfOwn))).toBe('otp_needed')
    service.clock.advance(24 * 3_600_000)
    expect(await refusalOf(logIn(code, colleagueOfOwn))).toBe('otp_needed')
  })

  it('lets the last administrator in with a login code of the operator', async () => {
    await enrol()
    await demand()
    const { username } = own
    const asked = { operator: 'maria', username }
    const { code } = await service.rpc.call(issueLoginCode, asked, service.anonymous())
    expect(await refusalOf(logIn(code))).toBe('accepted')
    await noticed(`A login code was created for the user name ${username}.`)
    const unknown = service.rpc.call(issueLoginCode, { ...asked, username: 'nobody' }, service.anonymous())
    expect(await refusalOf(unknown)).toBe('person_not_found')
  })
})
