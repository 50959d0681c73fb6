import { createHash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { changePassword } from '@nameyard/contracts/access/change-password'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { endSession } from '@nameyard/contracts/access/end-session'
import { endSessions } from '@nameyard/contracts/access/end-sessions'
import { listSessions } from '@nameyard/contracts/access/list-sessions'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { listKeys } from '@nameyard/contracts/keys/list-keys'
import { revokeKey } from '@nameyard/contracts/keys/revoke-key'
import { rotateKey } from '@nameyard/contracts/keys/rotate-key'
import type { Actor, InputGiven } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { runningService, type Account, type RunningService } from './running-service'

const DAY = 86_400_000

let service: RunningService
let ada: Account
beforeAll(async () => {
  service = await runningService()
  ada = await service.account()
})
afterAll(() => service?.close())

const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex')

const create = (given: Partial<InputGiven<typeof createKey>> = {}, actor: Partial<Actor> = {}, of = ada) =>
  service.rpc.call(createKey, { name: 'export', scope: [...everyRight], ...given }, of.call(actor))

const use = (key: string, address = '192.0.2.7') =>
  service.rpc.call(authenticate, { audience: 'customers', tokenHash: sha256(key), address }, service.anonymous())

const list = async (of = ada) => service.rpc.call(listKeys, {}, of.call())

const unknown = { refusal: 'authentication_failed' }

describe('an API key', () => {
  it('authenticates the contact who created it, with its own scope', async () => {
    const { id, key } = await create({ scope: ['read', 'read', 'write'] })
    expect(key).toMatch(/^ny_live_[\dA-Za-z]{36}$/)
    const { resellerId, contactId, username } = ada
    expect(await use(key)).toEqual({
      resellerId,
      contactId,
      username,
      role: 'admin',
      keyId: id,
      scope: ['read', 'write'],
      statement: expect.any(String),
      usableMs: 30_000,
      allowance: expect.any(Object),
    })
  })

  it('is stored as a hash only', async () => {
    const { id, key } = await create()
    const { rows } = await service.sql.query('select hash, api_key::text as whole from api_key where id = $1', [id])
    expect(rows[0].hash.toString('hex')).toBe(sha256(key))
    expect(rows[0].whole).not.toContain(key.slice(0, 20))
  })

  it('works only from its addresses and, without a list, from all', async () => {
    const { key } = await create({ allow: ['192.0.2.0/24', '2001:db8::/32'] })
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::1']) {
      expect(await use(key, address)).toMatchObject({ isLimited: true })
    }
    for (const address of ['198.51.100.1', '2001:db9::1', '']) {
      await expect(use(key, address)).rejects.toMatchObject({ refusal: 'access_denied' })
    }
  })

  it('works until its end', async () => {
    const until = new Date(service.clock.epochMs() + 2 * DAY).toISOString().slice(0, 19).replace('T', ' ')
    const { id, key } = await create({ expires_at: until })
    service.clock.advance(2 * DAY - 1000)
    expect(await use(key)).toMatchObject({ isLimited: true })
    service.clock.advance(1000)
    await expect(use(key)).rejects.toMatchObject(unknown)
    expect((await list()).results.find((each) => each.id === id)).toMatchObject({ is_valid: false, expires_at: until })
  })

  it('works until it was not used for its days, counted from the last use, creation or rotation', async () => {
    const { id, key } = await create({ unused_days: 30 })
    for (const _ of ['after creation', 'after use']) {
      service.clock.advance(29 * DAY)
      expect(await use(key)).toMatchObject({ isLimited: true })
    }
    service.clock.advance(30 * DAY)
    await expect(use(key)).rejects.toMatchObject(unknown)
    const { key: next } = await service.rpc.call(rotateKey, { id }, ada.call())
    service.clock.advance(29 * DAY)
    expect(await use(next)).toMatchObject({ username: ada.username })
  })

  it('shows its last use, to the minute, and from where', async () => {
    const { id, key } = await create()
    const shown = async () => (await list()).results.find((each) => each.id === id)
    expect(await shown()).toMatchObject({
      last_used_at: '0000-00-00 00:00:00',
      last_used_from: '',
      hint: key.slice(-4),
    })
    await Promise.all([use(key), use(key), use('f'.repeat(32)).catch(() => {})])
    const first = await shown()
    expect(first).toMatchObject({ last_used_at: expect.stringMatching(/^20/), last_used_from: '192.0.2.7' })
    service.clock.advance(59_000)
    await use(key, '192.0.2.8')
    expect(await shown()).toEqual(first)
    service.clock.advance(2_000)
    await use(key, '192.0.2.8')
    expect(await shown()).toMatchObject({ last_used_from: '192.0.2.8' })
  })

  it('is authenticated without waiting for a change of the key in progress', async () => {
    const { id, key } = await create()
    await service.sql.query('begin')
    await service.sql.query('select from api_key where id = $1 for update', [id])
    try {
      expect(await use(key)).toMatchObject({ username: ada.username })
    } finally {
      await service.sql.query('commit')
    }
  })

  it('stops when it is rotated or revoked, and stays revoked', async () => {
    const { id, key } = await create()
    const { key: next } = await service.rpc.call(rotateKey, { id }, ada.call())
    await expect(use(key)).rejects.toMatchObject(unknown)
    expect(await use(next)).toMatchObject({ scope: everyRight })
    await service.rpc.call(revokeKey, { id }, ada.call())
    await expect(use(next)).rejects.toMatchObject(unknown)
    for (const operation of [revokeKey, rotateKey]) {
      await expect(service.rpc.call(operation, { id }, ada.call())).rejects.toMatchObject({ refusal: 'key_not_found' })
    }
  })

  it('is refused while its contact has no API access, and ends with the contact', async () => {
    const other = await service.account()
    const { id, key } = await create({}, {}, other)
    const apiAccess = (on: boolean) =>
      service.rpc.call(changeRights, { operator: 'x', username: other.username, apiAccess: on }, service.anonymous())
    await apiAccess(false)
    await expect(use(key)).rejects.toMatchObject({ refusal: 'access_denied' })
    await apiAccess(true)
    expect(await use(key)).toMatchObject({ username: other.username })
    const { rows } = await service.sql.query(
      `insert into contact (reseller_id, username, email, role, created_at, api_access_enabled)
       values ($1, 'second admin', 'b@example.com', 'admin', now(), true) returning id`,
      [other.resellerId],
    )
    await service.rpc.call(deleteContact, { id: other.contactId }, other.call({ contactId: rows[0].id }))
    await expect(use(key)).rejects.toMatchObject(unknown)
    expect((await service.sql.query('select from api_key where id = $1', [id])).rowCount).toBe(0)
  })
})

describe('the management of API keys', () => {
  it('is for administrators of the account', async () => {
    const { rows } = await service.sql.query(
      `insert into contact (reseller_id, username, email, role, created_at, api_access_enabled)
       values ($1, 'technician', 'b@example.com', 'tech', now(), true) returning id`,
      [ada.resellerId],
    )
    const refusal = { refusal: 'role_insufficient' }
    const technician = { contactId: rows[0].id as number }
    const { id } = await create()
    await expect(create({}, technician)).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(listKeys, {}, ada.call(technician))).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(rotateKey, { id }, ada.call(technician))).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(revokeKey, { id }, ada.call(technician))).rejects.toMatchObject(refusal)
  })

  it('sees no key of another account', async () => {
    const { id } = await create()
    const other = await service.account()
    expect(await list(other)).toEqual({ results: [], total: 0 })
    for (const operation of [revokeKey, rotateKey]) {
      await expect(service.rpc.call(operation, { id }, other.call())).rejects.toMatchObject({
        refusal: 'key_not_found',
      })
    }
  })

  it('lists pages, newest first, and counts all keys', async () => {
    const other = await service.account()
    for (const name of ['a', 'b', 'c']) await create({ name }, {}, other)
    const names = async (page: InputGiven<typeof listKeys>) => {
      const { results, total } = await service.rpc.call(listKeys, page, other.call())
      return [results.map(({ name }) => name), total]
    }
    expect(await names({ limit: 2 })).toEqual([['c', 'b'], 3])
    expect(await names({ limit: 2, offset: 2 })).toEqual([['a'], 3])
    expect(await names({ offset: 3 })).toEqual([[], 3])
  })

  it('hands out no right that the credential in use lacks', async () => {
    const { id } = await create()
    for (const right of everyRight) {
      const others = everyRight.filter((each) => each !== right)
      const refusal = { refusal: 'scope_insufficient', details: { scope: right } }
      await expect(create({ scope: [right] }, { scope: others })).rejects.toMatchObject(refusal)
      await expect(service.rpc.call(rotateKey, { id }, ada.call({ scope: others }))).rejects.toMatchObject(refusal)
      // A credential without `write` makes no keys at all.
      if (right === 'write') await expect(create({ scope: others }, { scope: others })).rejects.toMatchObject(refusal)
      else await expect(create({ scope: others }, { scope: others })).resolves.toMatchObject({ id: expect.any(Number) })
    }
  })

  it('hands out no key that works from more addresses than the token in use', async () => {
    const bound = { boundTo: '192.0.2.0/24' }
    const refusal = { refusal: 'key_beyond_address', details: { address: '192.0.2.0/24' } }
    const { id } = await create()
    await expect(service.rpc.call(rotateKey, { id }, ada.call(bound))).rejects.toMatchObject(refusal)
    for (const allow of [undefined, [], ['192.0.0.0/16'], ['192.0.2.7', '198.51.100.1'], ['2001:db8::1']]) {
      await expect(create({ allow }, bound)).rejects.toMatchObject(refusal)
    }
    for (const allow of [['192.0.2.0/24'], ['192.0.2.7', '::ffff:192.0.2.8']]) {
      await expect(create({ allow }, bound)).resolves.toMatchObject({ id: expect.any(Number) })
    }
  })

  it('is refused to a key that has limits itself', async () => {
    const limited = ada.call({ isLimited: true })
    const { id } = await create()
    const refusal = { refusal: 'key_limited' }
    await expect(create({}, { isLimited: true })).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(listKeys, {}, limited)).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(rotateKey, { id }, limited)).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(revokeKey, { id }, limited)).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(deleteContact, { id: 1 }, limited)).rejects.toMatchObject(refusal)
  })

  it.each([
    ['an address that is none', { allow: ['here'] }, 'address_list_invalid'],
    ['an end in the past', { expires_at: '2020-01-01' }, 'invalid_input'],
    ['an end that is no day', { expires_at: '2099-13-45' }, 'invalid_input'],
    ['30 February as its end', { expires_at: '2099-02-30' }, 'invalid_input'],
    ['no name', { name: ' ' }, 'invalid_input'],
    ['a name with a control character', { name: 'a\nb' }, 'invalid_input'],
    ['no right', { scope: [] }, 'invalid_input'],
    ['an empty list of zones', { zones: [] }, 'invalid_input'],
    ['a zone that is no name', { zones: ['a b'] }, 'invalid_input'],
    ['a domain that is no name', { domains: ['-.com'] }, 'invalid_input'],
    ['record names without zones', { record_names: ['www'] }, 'invalid_input'],
    ['record types without zones', { domains: ['example.com'], record_types: ['A'] }, 'invalid_input'],
    ['a record name with a space', { zones: ['example.com'], record_names: ['a b'] }, 'invalid_input'],
    ['a record type that is none', { zones: ['example.com'], record_types: ['*'] }, 'invalid_input'],
    ['spending below zero', { spend_per_day: -1 }, 'invalid_input'],
    ['spending beyond all measure', { spend_per_month: 1e300 }, 'invalid_input'],
  ])('refuses %s', async (_, given, refusal) => {
    await expect(create(given)).rejects.toMatchObject({ refusal })
  })

  it('limits a key to domains, zones and records, which the token check returns and the list shows', async () => {
    const given = { domains: ['Example.COM'], zones: ['bücher.example'], record_names: ['_ACME-challenge', '@'] }
    const { id, key } = await create({ ...given, record_types: ['txt'] })
    const { key: next } = await service.rpc.call(rotateKey, { id }, ada.call())
    await expect(use(key)).rejects.toMatchObject(unknown)
    expect(await use(next)).toMatchObject({
      keyId: id,
      isLimited: true,
      limits: {
        domains: ['example.com'],
        zones: ['xn--bcher-kva.example'],
        recordNames: ['_acme-challenge', '@'],
        recordTypes: ['TXT'],
      },
    })
    expect((await list()).results.find((each) => each.id === id)).toMatchObject({
      domains: ['example.com'],
      zones: ['xn--bcher-kva.example'],
      record_names: ['_acme-challenge', '@'],
      record_types: ['TXT'],
      is_limited_to_objects: true,
      spend_per_day: null,
    })
  })

  it('limits a key that names only domains to no zone', async () => {
    const { key } = await create({ domains: ['example.com'] })
    expect(await use(key)).toMatchObject({ limits: { domains: ['example.com'], zones: [] } })
  })

  it('limits what orders of a key may cost', async () => {
    const { id, key } = await create({ spend_per_day: 12.34, spend_per_month: '100' })
    expect(await use(key)).toMatchObject({ isLimited: true, spend: { perDay: 12.34, perMonth: 100 } })
    const shown = (await list()).results.find((each) => each.id === id)
    expect(shown).toMatchObject({ spend_per_day: 12.34, spend_per_month: 100, is_limited_to_objects: false })
    const { key: none } = await create({ spend_per_day: 0 })
    expect((await use(none)).spend).toEqual({ perDay: 0 })
  })

  it('keeps sessions and the password from a key that has limits', async () => {
    const limited = ada.call({ isLimited: true })
    const refusal = { refusal: 'key_limited' }
    await expect(service.rpc.call(listSessions, {}, limited)).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(endSessions, {}, limited)).rejects.toMatchObject(refusal)
    await expect(service.rpc.call(endSession, { id: '0'.repeat(12) }, limited)).rejects.toMatchObject(refusal)
    const passwords = { current_password: ada.password, password: 'another battery horse' }
    await expect(service.rpc.call(changePassword, passwords, limited)).rejects.toMatchObject(refusal)
  })

  it('is in the audit log, without the key', async () => {
    const other = await service.account()
    const { id, key } = await create({ name: 'audited', allow: ['192.0.2.1'] }, {}, other)
    const { key: next } = await service.rpc.call(rotateKey, { id }, other.call())
    await service.rpc.call(revokeKey, { id }, other.call())
    const { entries } = await service.rpc.call(readAuditLog, { resellerId: other.resellerId }, service.anonymous())
    const ours = entries.filter(({ subject }) => subject === `key ${id}`)
    expect(ours.map(({ operation }) => operation)).toEqual(['keys.revoke', 'keys.rotate', 'keys.create'])
    expect(ours[2]!.changes).toMatchObject({ name: { to: 'audited' }, allowed_from: { to: ['192.0.2.1'] } })
    expect(JSON.stringify(ours)).not.toContain(key.slice(8, 30))
    expect(JSON.stringify(ours)).not.toContain(next.slice(8, 30))
  })
})
