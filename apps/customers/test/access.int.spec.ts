import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { findNameserverLabel } from '@nameyard/contracts/access/find-nameserver-label'
import { listTokens } from '@nameyard/contracts/access/list-tokens'
import { login } from '@nameyard/contracts/access/login'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import type { InputGiven } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
beforeAll(async () => {
  service = await runningService({ REQUESTS_PER_SECOND: '2', REQUESTS_BURST: '10' })
})
afterAll(() => service?.close())

let addresses = 0
/** A client address that no other test of this file uses. */
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`

const logIn = (credentials: InputGiven<typeof login>, address = newAddress()) =>
  service.rpc.call(login, credentials, { ...service.anonymous(), address })
const wrong = (username: string, address = newAddress()) =>
  logIn({ username, password: 'not it at all' }, address).catch((error: { refusal: string }) => error.refusal)
const verdict = (token: string, address = '192.0.2.7', spent: { resellerId: number; requests: number }[] = []) =>
  service.rpc.call(
    authenticate,
    { audience: 'customers', tokenHash: createHash('sha256').update(token).digest('hex'), address, spent },
    service.anonymous(),
  )
const change = (given: InputGiven<typeof changeRights>) => service.rpc.call(changeRights, given, service.anonymous())

const failed = 'authentication_failed'

describe('the upgrade that adds the right transfer-codes', () => {
  it('gives it to tokens with all older rights and to no other token, once', async () => {
    const { username, password } = await service.account()
    const [full, reading] = [await logIn({ username, password }), await logIn({ username, password, scope: ['read'] })]
    await service.sql.query(`update token set scope = array_remove(scope, 'transfer-codes')`)
    const file = join(__dirname, '../migrations/0012_token_transfer_codes.sql')
    for (const _ of ['first', 'repeated']) await service.sql.query(await readFile(file, 'utf8'))
    expect((await verdict(full.token)).scope).toEqual(everyRight)
    expect((await verdict(reading.token)).scope).toEqual(['read'])
  })
})

describe('a login while the password changes', () => {
  it('returns no token that the change would not revoke', async () => {
    const { username, password } = await service.account()
    await service.sql.query('begin')
    await service.sql.query(`update contact set password_hash = 'another' where username = $1`, [username])
    const attempt = logIn({ username, password }).catch((error: { refusal: string }) => error.refusal)
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%into token%'`
    const isWaiting = async () => {
      // Within a transaction, statistics are read only once.
      await service.sql.query('select pg_stat_clear_snapshot()')
      return (await service.sql.query(waits)).rowCount === 1
    }
    await eventually(isWaiting, 'the login that waits for the change').finally(() => service.sql.query('commit'))
    expect(await attempt).toBe(failed)
  })
})

describe('address lists of a contact', () => {
  const every = { allow: [], deny: [] }
  const denied = { refusal: 'access_denied' }

  it.each([
    ['no list', {}, '192.0.2.7', true],
    ['an allowed address', { allow: ['192.0.2.7'] }, '192.0.2.7', true],
    ['an address that is not allowed', { allow: ['192.0.2.7'] }, '192.0.2.8', false],
    ['an allowed range', { allow: ['192.0.2.0/24'] }, '192.0.2.8', true],
    ['an allowed range with its host', { allow: ['192.0.2.9/24'] }, '192.0.2.8', true],
    ['an allowed IPv6 range', { allow: ['192.0.2.7', '2001:db8::/32'] }, '2001:DB8:1::1', true],
    ['an address of a family that is not allowed', { allow: ['0.0.0.0/0'] }, '2001:db8::1', false],
    ['IPv4 inside IPv6', { allow: ['192.0.2.0/24'] }, '::ffff:192.0.2.8', true],
    ['IPv4 inside IPv6 in the list', { allow: ['::ffff:192.0.2.0/120'] }, '192.0.2.8', true],
    ['a denied address', { deny: ['192.0.2.7'] }, '192.0.2.7', false],
    ['a denied range', { deny: ['2001:db8::/32'] }, '2001:db8::1', false],
    ['an address that is denied and allowed', { allow: ['192.0.2.0/24'], deny: ['192.0.2.7'] }, '192.0.2.7', false],
    ['an address next to the denied one', { allow: ['192.0.2.0/24'], deny: ['192.0.2.7'] }, '192.0.2.8', true],
    ['an invalid address, without a list', {}, 'unknown', true],
    ['an invalid address, with a list', { allow: ['0.0.0.0/0', '::1'] }, 'unknown', false],
  ])('apply to login and to every request: %s', async (_, lists, address, isAllowed) => {
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

  it('are not revealed without the password', async () => {
    const { username } = await service.account()
    await change({ username, deny: ['0.0.0.0/0'] })
    expect(await wrong(username)).toBe(failed)
  })

  it('match IPv4-mapped IPv6 addresses', async () => {
    const { username, password } = await service.account()
    const { token } = await logIn({ username, password, ip: '::ffff:192.0.2.0/120' })
    await expect(verdict(token, '192.0.2.9')).resolves.toMatchObject({ username })
    await expect(verdict(token, '192.0.3.9')).rejects.toMatchObject(denied)
  })
})

describe('the request allowance of an account', () => {
  const remaining = async (token: string, spent: { resellerId: number; requests: number }[] = []) => {
    const { allowance } = await verdict(token, '192.0.2.7', spent)
    expect(allowance).toMatchObject({ perSecond: 2, burst: 10 })
    return allowance.remaining
  }

  it('is shared by all gateways, falls with requests and refills with time', async () => {
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

  it('falls at most one burst below zero and belongs to one account', async () => {
    const spender = await service.account()
    const { token } = await logIn({ username: spender.username, password: spender.password })
    expect(await remaining(token, [{ resellerId: spender.resellerId, requests: 500 }])).toBe(-10)
    const neighbour = await service.account()
    const theirs = await logIn({ username: neighbour.username, password: neighbour.password })
    expect(await remaining(theirs.token)).toBe(10)
  })

  it('counts concurrent reports, and reports about other accounts than those of the tokens', async () => {
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
  const changesBy = async (of: string) => (await ours()).filter(({ operation }) => operation === of)

  it('opens accounts and is recorded by name in the audit log', async () => {
    const contact = { username: 'opened', password: 'a good password', email: 'a@example.com' }
    const given = { operator, company: 'Opened', currency: 'eur', contact }
    const { resellerId } = await service.rpc.call(createReseller, given, service.anonymous())
    account = { ...account, resellerId }
    expect(await ours()).toMatchObject([
      {
        operation: 'access.create-reseller',
        who: service.operator,
        contactId: null,
        subject: `reseller ${resellerId}`,
      },
    ])
  })

  it('opens accounts with name servers of their own, each with a random label', async () => {
    const labelOf = async (resellerId: number) =>
      (await service.rpc.call(findNameserverLabel, { resellerId }, service.anonymous())).label
    const [label, other] = [await labelOf(account.resellerId), await labelOf((await service.account()).resellerId)]
    expect(label).toMatch(/^[a-z2-7]{16}$/)
    expect(other).toMatch(/^[a-z2-7]{16}$/)
    expect(other).not.toBe(label)
    expect(await labelOf(account.resellerId)).toBe(label)
    // As an account that was opened before accounts had their own.
    expect(await labelOf(1)).toBeNull()
    const again = service.sql.query('insert into nameserver_label values ($1, 900000, now())', [label])
    await expect(again).rejects.toThrow('nameserver_label_pkey')
  })

  it('adds contacts of any role, with API access only on request', async () => {
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
    const added = (await changesBy('access.add-person')).filter(({ subject }) => subject === `contact ${contactId}`)
    expect(added).toMatchObject([
      { who: service.operator, changes: { role: { to: 'admin' }, username: null, api_access_enabled: { to: false } } },
    ])
  })

  it.each([
    ['API access is switched off', { apiAccess: false }, ['apiAccess']],
    ['the contact is set inactive', { isActive: false }, ['isActive']],
    ['the password changes', { password: 'another password' }, ['password']],
  ])('revokes all tokens when %s', async (_, given, changed) => {
    const { username, password, resellerId } = account
    const another = { operator, resellerId, email: 'c@example.com', password }
    const stays = { ...another, username: `stays ${username}`, role: 'admin' as const }
    await service.rpc.call(addPerson, stays, service.anonymous())
    const { token } = await logIn({ username, password })
    expect(await change({ operator, username, ...given })).toMatchObject({ changed })
    await expect(verdict(token)).rejects.toMatchObject({ refusal: failed })
    const recorded = await changesBy('access.change-rights')
    expect(recorded).toMatchObject([{ who: service.operator }])
    expect(JSON.stringify(recorded)).not.toContain('another password')
  })

  it('sets a working password', async () => {
    const { username, password } = account
    await change({ username, password: 'another password' })
    expect(await logIn({ username, password }).catch((error) => error.refusal)).toBe(failed)
    await expect(logIn({ username, password: 'another password' })).resolves.toMatchObject({
      reseller_id: account.resellerId,
    })
  })

  it('records nothing when nothing changes', async () => {
    const before = await ours()
    expect(await change({ username: account.username, apiAccess: true, allow: [] })).toMatchObject({ changed: [] })
    expect(await ours()).toEqual(before)
  })

  it.each([
    ['an unknown contact', { username: 'nobody knows' }, 'person_not_found'],
    ['the last administrator', { isActive: false }, 'contact_is_last_admin'],
    ['an invalid address', { allow: ['here'] }, 'address_list_invalid'],
    ['an invalid range', { deny: ['192.0.2.0/33'] }, 'address_list_invalid'],
    ['a bad password', { password: 'aaaaaaaaaaaaaaaa' }, 'password_invalid'],
  ])('cannot change the access of a contact: %s', async (_, given, refusal) => {
    await expect(change({ username: account.username, ...given })).rejects.toMatchObject({ refusal })
  })

  it('lists the tokens of a contact and revokes one or all', async () => {
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
      { boundTo: null, scope: ['read', 'write', 'purchase', 'transfer-codes'] },
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
    expect((await changesBy('access.revoke-tokens'))[0]).toMatchObject({ changes: { tokens: { to: [] } } })
  })

  it('reads the audit log in pages, newest first', async () => {
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
