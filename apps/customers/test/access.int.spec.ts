import { createHash } from 'node:crypto'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { listTokens } from '@nameyard/contracts/access/list-tokens'
import { login } from '@nameyard/contracts/access/login'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
beforeAll(async () => {
  service = await runningService({ LOGIN_FAILURES: '4', REQUESTS_PER_SECOND: '2', REQUESTS_BURST: '10' })
})
afterAll(() => service?.close())

let addresses = 0
/** An address nobody else in this file comes from. */
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`

const logIn = (credentials: InputGiven<typeof login>, address = newAddress()) =>
  service.rpc.call(login, credentials, { ...service.anonymous(), address })
const wrong = (username: string, address = newAddress()) =>
  logIn({ username, password: 'not it at all' }, address).catch((error: { refusal: string }) => error.refusal)
const verdict = (token: string, address = '192.0.2.7', spent: { resellerId: number; requests: number }[] = []) =>
  service.rpc.call(
    authenticate,
    { tokenHash: createHash('sha256').update(token).digest('hex'), address, spent },
    service.anonymous(),
  )
const change = (given: InputGiven<typeof changeRights>) => service.rpc.call(changeRights, given, service.anonymous())

const failed = 'authentication_failed'

describe('a login while the password changes', () => {
  it('gets no token that the change could not revoke', async () => {
    const { username, password } = await service.account()
    await service.sql.query('begin')
    await service.sql.query(`update contact set password_hash = 'another' where username = $1`, [username])
    const attempt = logIn({ username, password }).catch((error: { refusal: string }) => error.refusal)
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%into token%'`
    const isWaiting = async () => {
      // Within a transaction the first look would be the only one.
      await service.sql.query('select pg_stat_clear_snapshot()')
      return (await service.sql.query(waits)).rowCount === 1
    }
    await eventually(isWaiting, 'the login waiting for the change').finally(() => service.sql.query('commit'))
    expect(await attempt).toBe(failed)
  })
})

describe('logins that fail', () => {
  it('are counted by name, and block the name from everywhere for a while', async () => {
    const { username, password } = await service.account()
    for (let i = 0; i < 4; i++) expect(await wrong(username)).toBe(failed)
    await expect(logIn({ username, password })).rejects.toMatchObject({
      refusal: 'rate_limited',
      details: { retryAfter: 1200 },
    })
    service.clock.advance(1_199_000)
    await expect(logIn({ username, password })).rejects.toMatchObject({ details: { retryAfter: 1 } })
    service.clock.advance(1_000)
    await expect(logIn({ username, password })).resolves.toMatchObject({ token: expect.any(String) })
  })

  it('are counted for names that do not exist, with the same answers', async () => {
    for (let i = 0; i < 4; i++) expect(await wrong('nobody at all')).toBe(failed)
    expect(await wrong('nobody at all')).toBe('rate_limited')
    const { rows } = await service.sql.query(`select subject from login_failure where subject like '%nobody%'`)
    expect(rows).toEqual([])
  })

  it('are counted by address, whatever the name, and block the address alone', async () => {
    const { username, password } = await service.account()
    const address = newAddress()
    for (let i = 0; i < 4; i++) expect(await wrong(`guess ${i}`, address)).toBe(failed)
    await expect(logIn({ username, password }, address)).rejects.toMatchObject({ refusal: 'rate_limited' })
    await expect(logIn({ username, password }, `::ffff:${address}`)).rejects.toMatchObject({ refusal: 'rate_limited' })
    await expect(logIn({ username, password })).resolves.toMatchObject({ token: expect.any(String) })
  })

  it('are counted by network where addresses are plenty', async () => {
    for (let i = 0; i < 4; i++) expect(await wrong(`v6 guess ${i}`, `2001:db8:5:6::${i}`)).toBe(failed)
    expect(await wrong('v6 guess', '2001:db8:5:6:ffff::1')).toBe('rate_limited')
    expect(await wrong('v6 guess', '2001:db8:5:7::1')).toBe(failed)
  })

  it('count no more than the limit when they come together', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => wrong('many at once')))
    expect(answers.filter((answer) => answer === failed)).toHaveLength(4)
    expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(8)
  })

  it('let the right password through no more once they have reached the limit', async () => {
    const { username, password } = await service.account()
    const guesses = Array.from({ length: 8 }, () => wrong(username))
    await Promise.all(guesses)
    await expect(logIn({ username, password })).rejects.toMatchObject({ refusal: 'rate_limited' })
  })

  it('count for an hour each', async () => {
    const username = 'once in a while'
    for (let i = 0; i < 12; i++) {
      expect(await wrong(username)).toBe(failed)
      service.clock.advance(20 * 60_000 + 1)
    }
  })

  it('are forgotten when they say nothing any more', async () => {
    await wrong('long ago')
    service.clock.advance(2 * 3_600_000)
    await wrong('just now')
    const { rows } = await service.sql.query('select count(*)::integer as count from login_failure')
    expect(rows[0].count).toBeLessThanOrEqual(2 + 20)
    const old = createHash('sha256').update('long ago').digest('hex')
    const { rows: left } = await service.sql.query('select from login_failure where subject = $1', [`name ${old}`])
    expect(left).toEqual([])
  })

  it('are known to a process that starts later', async () => {
    for (let i = 0; i < 4; i++) await wrong('remembered')
    const { rows } = await service.sql.query('select blocked_until from login_failure where blocked_until > $1', [
      service.clock.now(),
    ])
    expect(rows).toHaveLength(1)
  })

  it('cost logins that succeed nothing', async () => {
    const { username, password } = await service.account()
    const address = newAddress()
    for (let i = 0; i < 3; i++) await wrong(username, address)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => logIn({ username, password }, address)))
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(20)
    expect(await wrong(username, address)).toBe(failed)
  })
})

describe('addresses of a person', () => {
  const every = { allow: [], deny: [] }
  const denied = { refusal: 'access_denied' }

  it.each([
    ['no list', {}, '192.0.2.7', true],
    ['an allowed address', { allow: ['192.0.2.7'] }, '192.0.2.7', true],
    ['another address than the allowed', { allow: ['192.0.2.7'] }, '192.0.2.8', false],
    ['an allowed range', { allow: ['192.0.2.0/24'] }, '192.0.2.8', true],
    ['an allowed range with its host', { allow: ['192.0.2.9/24'] }, '192.0.2.8', true],
    ['an allowed IPv6 range', { allow: ['192.0.2.7', '2001:db8::/32'] }, '2001:DB8:1::1', true],
    ['another family than the allowed', { allow: ['0.0.0.0/0'] }, '2001:db8::1', false],
    ['IPv4 inside IPv6', { allow: ['192.0.2.0/24'] }, '::ffff:192.0.2.8', true],
    ['IPv4 inside IPv6 in the list', { allow: ['::ffff:192.0.2.0/120'] }, '192.0.2.8', true],
    ['a denied address', { deny: ['192.0.2.7'] }, '192.0.2.7', false],
    ['a denied range', { deny: ['2001:db8::/32'] }, '2001:db8::1', false],
    ['an address that is denied and allowed', { allow: ['192.0.2.0/24'], deny: ['192.0.2.7'] }, '192.0.2.7', false],
    ['an address beside the denied one', { allow: ['192.0.2.0/24'], deny: ['192.0.2.7'] }, '192.0.2.8', true],
    ['an address that is none, without a list', {}, 'unknown', true],
    ['an address that is none, with a list', { allow: ['0.0.0.0/0', '::1'] }, 'unknown', false],
  ])('decide on login and on every request: %s', async (_, lists, address, isAllowed) => {
    const { username, password } = await service.account()
    const { token } = await logIn({ username, password })
    await change({ username, ...every, ...lists })
    if (isAllowed) {
      await expect(verdict(token, address)).resolves.toMatchObject({ username })
      await expect(logIn({ username, password }, address)).resolves.toMatchObject({ token: expect.any(String) })
    } else {
      await expect(verdict(token, address)).rejects.toMatchObject(denied)
      await expect(logIn({ username, password }, address)).rejects.toMatchObject(denied)
    }
  })

  it('are told of to nobody who lacks the password', async () => {
    const { username } = await service.account()
    await change({ username, deny: ['0.0.0.0/0'] })
    expect(await wrong(username)).toBe(failed)
  })

  it('bind a token too when IPv4 is written inside IPv6', async () => {
    const { username, password } = await service.account()
    const { token } = await logIn({ username, password, ip: '::ffff:192.0.2.0/120' })
    await expect(verdict(token, '192.0.2.9')).resolves.toMatchObject({ username })
    await expect(verdict(token, '192.0.3.9')).rejects.toMatchObject(denied)
  })
})

describe('the allowance of an account', () => {
  const remaining = async (token: string, spent: { resellerId: number; requests: number }[] = []) => {
    const { allowance } = await verdict(token, '192.0.2.7', spent)
    expect(allowance).toMatchObject({ perSecond: 2, burst: 10 })
    return allowance.remaining
  }

  it('is shared by all who ask, goes down with requests and refills with time', async () => {
    const { resellerId, username, password } = await service.account()
    const [one, other] = [await logIn({ username, password }), await logIn({ username, password })]
    expect(await remaining(one.token)).toBe(10)
    expect(await remaining(one.token, [{ resellerId, requests: 4 }])).toBe(6)
    expect(await remaining(other.token, [{ resellerId, requests: 3 }])).toBe(3)
    service.clock.advance(1_500)
    expect(await remaining(one.token)).toBe(6)
    service.clock.advance(60_000)
    expect(await remaining(one.token)).toBe(10)
  })

  it('falls by one burst below zero at most, and is that of the account alone', async () => {
    const spender = await service.account()
    const { token } = await logIn({ username: spender.username, password: spender.password })
    expect(await remaining(token, [{ resellerId: spender.resellerId, requests: 500 }])).toBe(-10)
    const neighbour = await service.account()
    const theirs = await logIn({ username: neighbour.username, password: neighbour.password })
    expect(await remaining(theirs.token)).toBe(10)
  })

  it('counts reports on accounts nobody asks about, and reports that come together', async () => {
    const { resellerId, username, password } = await service.account()
    const { token } = await logIn({ username, password })
    await expect(verdict('unknown', '', [{ resellerId, requests: 2 }])).rejects.toMatchObject({ refusal: failed })
    const spent = [{ resellerId, requests: 1 }]
    await Promise.all([verdict(token, '', spent), verdict(token, '', spent), verdict(token, '', spent)])
    expect(await remaining(token)).toBe(5)
  })
})

describe('the operator', () => {
  const operator = 'maria'
  let account: Account
  beforeEach(async () => void (account = await service.account()))
  const ours = async () => {
    const { entries } = await service.rpc.call(
      readAuditLog,
      { resellerId: account.resellerId, limit: 10 },
      service.anonymous(),
    )
    return entries
  }

  it('opens accounts, and is remembered by name', async () => {
    const contact = { username: 'opened', password: 'a good password', email: 'a@example.com' }
    const given = { operator, company: 'Opened', currency: 'eur', contact }
    const { resellerId } = await service.rpc.call(createReseller, given, service.anonymous())
    account = { ...account, resellerId }
    expect(await ours()).toMatchObject([
      { operation: 'access.create-reseller', who: operator, contactId: null, subject: `reseller ${resellerId}` },
    ])
  })

  it('adds administrators and others, without rights over the API unless told so', async () => {
    const given = { operator, resellerId: account.resellerId, password: 'a good password', email: 'b@example.com' }
    const add = (over: object) =>
      service.rpc.call(
        addPerson,
        { ...given, username: 'second admin', role: 'admin', ...over } as InputGiven<typeof addPerson>,
        service.anonymous(),
      )
    const { contactId } = await add({})
    await expect(logIn({ username: 'second admin', password: given.password })).rejects.toMatchObject({
      refusal: 'access_denied',
    })
    await expect(add({})).rejects.toMatchObject({ refusal: 'username_unavailable' })
    await expect(add({ resellerId: 1 })).rejects.toMatchObject({ refusal: 'reseller_not_found' })
    await expect(add({ password: 'short' })).rejects.toMatchObject({ refusal: 'password_invalid' })
    await expect(add({ email: 'none' })).rejects.toMatchObject({ refusal: 'email_invalid' })
    await add({ username: 'helper', role: 'tech', apiAccess: true })
    await expect(logIn({ username: 'helper', password: given.password })).resolves.toMatchObject({
      reseller_id: account.resellerId,
    })
    expect((await ours())[1]).toMatchObject({
      operation: 'access.add-person',
      who: operator,
      subject: `contact ${contactId}`,
      changes: { role: { to: 'admin' }, username: { to: 'second admin' }, api_access_enabled: { to: false } },
    })
  })

  it.each([
    ['API access goes off', { apiAccess: false }, ['apiAccess']],
    ['the person may not log in', { isActive: false }, ['isActive']],
    ['the password changes', { password: 'another password' }, ['password']],
  ])('ends all tokens when %s', async (_, given, changed) => {
    const { username, password, resellerId } = account
    const another = { operator, resellerId, email: 'c@example.com', password }
    const stays = { ...another, username: `stays ${username}`, role: 'admin' as const }
    await service.rpc.call(addPerson, stays, service.anonymous())
    const { token } = await logIn({ username, password })
    expect(await change({ operator, username, ...given })).toMatchObject({ changed })
    await expect(verdict(token)).rejects.toMatchObject({ refusal: failed })
    expect(JSON.stringify((await ours())[0])).not.toContain('another password')
    expect((await ours())[0]).toMatchObject({ operation: 'access.change-rights', who: operator })
  })

  it('gives a password that works', async () => {
    const { username, password } = account
    await change({ username, password: 'another password' })
    expect(await logIn({ username, password }).catch((error) => error.refusal)).toBe(failed)
    await expect(logIn({ username, password: 'another password' })).resolves.toMatchObject({
      reseller_id: account.resellerId,
    })
  })

  it('writes nothing down where nothing changes', async () => {
    const before = await ours()
    expect(await change({ username: account.username, apiAccess: true, allow: [] })).toMatchObject({ changed: [] })
    expect(await ours()).toEqual(before)
  })

  it.each([
    ['an unknown person', { username: 'nobody knows' }, 'person_not_found'],
    ['the last administrator', { isActive: false }, 'contact_is_last_admin'],
    ['an address that is none', { allow: ['here'] }, 'address_list_invalid'],
    ['a range that is none', { deny: ['192.0.2.0/33'] }, 'address_list_invalid'],
    ['a bad password', { password: 'aaaaaaaaaaa' }, 'password_invalid'],
  ])('is refused %s', async (_, given, refusal) => {
    await expect(change({ username: account.username, ...given })).rejects.toMatchObject({ refusal })
  })

  it('sees the tokens of a person, takes one away or all', async () => {
    const { username, password } = account
    const list = () => service.rpc.call(listTokens, { username }, service.anonymous())
    const revoke = (id?: string) =>
      service.rpc.call(revokeTokens, { operator, username, ...(id && { id }) }, service.anonymous())
    expect(await list()).toEqual({ tokens: [] })
    const first = await logIn({ username, password, ip: '192.0.2.0/24', scope: ['read'] })
    service.clock.advance(1000)
    const second = await logIn({ username, password })
    const { tokens } = await list()
    expect(tokens).toMatchObject([
      { boundTo: null, scope: ['read', 'write', 'purchase'] },
      { boundTo: '192.0.2.0/24', scope: ['read'], id: expect.stringMatching(/^[\da-f]{12}$/) },
    ])
    expect(await revoke(tokens[1]!.id)).toEqual({ revoked: 1 })
    await expect(verdict(first.token)).rejects.toMatchObject({ refusal: failed })
    await expect(verdict(second.token)).resolves.toMatchObject({ username })
    expect(await revoke()).toEqual({ revoked: 1 })
    expect(await revoke()).toEqual({ revoked: 0 })
    await expect(verdict(second.token)).rejects.toMatchObject({ refusal: failed })
    await expect(service.rpc.call(listTokens, { username: 'nobody knows' }, service.anonymous())).rejects.toMatchObject(
      { refusal: 'person_not_found' },
    )
    await expect(
      service.rpc.call(revokeTokens, { username: 'nobody knows' }, service.anonymous()),
    ).rejects.toMatchObject({ refusal: 'person_not_found' })
    expect((await ours())[0]).toMatchObject({ operation: 'access.revoke-tokens', changes: { tokens: { to: [] } } })
  })

  it('reads the log page by page, newest first', async () => {
    for (const apiAccess of [false, true, false]) await change({ username: account.username, apiAccess })
    const page = (given: object) =>
      service.rpc.call(readAuditLog, { resellerId: account.resellerId, ...given }, service.anonymous())
    const first = await page({ limit: 2 })
    expect(first.entries.map(({ changes }) => changes['api_access_enabled'])).toEqual([
      { from: true, to: false },
      { from: false, to: true },
    ])
    const rest = await page({ before: first.entries[1]!.id })
    expect(rest.entries.map(({ operation }) => operation)).toEqual(['access.change-rights', 'access.create-reseller'])
  })
})
