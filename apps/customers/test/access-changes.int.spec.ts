import { createHash } from 'node:crypto'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { login } from '@nameyard/contracts/access/login'
import { logout } from '@nameyard/contracts/access/logout'
import { readAccessChanges } from '@nameyard/contracts/access/read-access-changes'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import { setRequestLimit } from '@nameyard/contracts/access/set-request-limit'
import { setRoles } from '@nameyard/contracts/access/set-roles'
import { updateContact } from '@nameyard/contracts/contacts/update-contact'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { revokeKey } from '@nameyard/contracts/keys/revoke-key'
import { rotateKey } from '@nameyard/contracts/keys/rotate-key'
import { eventually } from '@nameyard/testing/eventually'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
beforeAll(async () => void (service = await runningService({ REQUESTS_PER_SECOND: '2', REQUESTS_BURST: '10' })))
afterAll(() => service?.close())

type Report = { resellerId: number; requests: number }[]
const read = (since?: string, spent: Report = []) =>
  service.rpc.call(readAccessChanges, { since, spent }, service.anonymous())

/** An account with a token and a key. */
interface User extends Account {
  readonly tokenHash: string
  readonly keyHash: string
  readonly keyId: number
}

const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex')

async function user(): Promise<User> {
  const account = await service.account()
  const { username, password } = account
  const { token } = await service.rpc.call(login, { username, password }, service.anonymous())
  const { key, id } = await service.rpc.call(createKey, { name: 'export', scope: ['read'] }, account.call())
  return { ...account, tokenHash: sha256(token), keyHash: sha256(key), keyId: id }
}

const use = (tokenHash: string) =>
  service.rpc.call(authenticate, { audience: 'customers', tokenHash, address: '192.0.2.7' }, service.anonymous())
const another = ({ resellerId, username }: User, role: 'admin' | 'tech') =>
  service.rpc.call(
    addPerson,
    { resellerId, username: `${username}-2`, password: 'a good password 7', email: 'b@example.com', role },
    service.anonymous(),
  )
const change = (given: object, { username }: User) =>
  service.rpc.call(changeRights, { username, ...given }, service.anonymous())
const rights = (given: object) => (each: User) => change(given, each)
const contact = (given: object) => (each: User) =>
  service.rpc.call(updateContact, { id: each.contactId, ...given }, each.call())

const changing: [string, (user: User) => Promise<unknown>][] = [
  ['a logout', (each) => service.rpc.call(logout, {}, { ...each.call(), session: each.tokenHash.slice(0, 12) })],
  ['revoked tokens', ({ username }) => service.rpc.call(revokeTokens, { username }, service.anonymous())],
  ['a new password', rights({ password: 'another password 8' })],
  ['access that is switched off', rights({ apiAccess: false })],
  [
    'a person who is not active any more',
    async (each) => {
      await another(each, 'admin')
      await change({ isActive: false }, each)
    },
  ],
  ['a denied address', rights({ deny: ['192.0.2.0/24'] })],
  ['allowed addresses', rights({ allow: ['198.51.100.0/24'] })],
  ['a revoked key', ({ keyId, ...each }) => service.rpc.call(revokeKey, { id: keyId }, each.call())],
  ['a rotated key', ({ keyId, ...each }) => service.rpc.call(rotateKey, { id: keyId }, each.call())],
  ['roles that are enforced', (each) => service.rpc.call(setRoles, { is_enforced: true }, each.call())],
  [
    'another request limit',
    ({ resellerId }) =>
      service.rpc.call(setRequestLimit, { resellerId, limit: { perSecond: 1, burst: 1 } }, service.anonymous()),
  ],
]
const unchanging: [string, (user: User) => Promise<unknown>][] = [
  ['the use of a token', ({ tokenHash }) => use(tokenHash)],
  ['the use of a key', ({ keyHash }) => use(keyHash)],
  ['another login', ({ username, password }) => service.rpc.call(login, { username, password }, service.anonymous())],
  ['another key', (each) => service.rpc.call(createKey, { name: 'more', scope: ['read'] }, each.call())],
  ['another person', (each) => another(each, 'tech')],
  ['another comment', contact({ comments: 'on leave' })],
]

describe('access.read-changes', () => {
  it.each(changing)('names the account after %s', async (_, act) => {
    const someone = await user()
    const { next } = await read()
    await act(someone)
    expect((await read(next)).changed).toContain(someone.resellerId)
  })

  it.each(unchanging)('names no account after %s', async (_, act) => {
    const someone = await user()
    // A minute later the last uses are recorded.
    service.clock.advance(120_000)
    const { next } = await read()
    await act(someone)
    expect((await read(next)).changed).not.toContain(someone.resellerId)
  })

  it('names an account whose change was not committed when it was read last', async () => {
    const [slow, quick] = [await user(), await user()]
    const { next } = await read()
    await service.sql.query('begin')
    await service.sql.query(`update contact set role = 'readonly' where id = $1`, [slow.contactId])
    await change({ apiAccess: false }, quick)
    const between = await read(next)
    expect(between.changed).toContain(quick.resellerId)
    expect(between.changed).not.toContain(slow.resellerId)
    await service.sql.query('commit')
    expect((await read(between.next)).changed).toContain(slow.resellerId)
  })

  it('names no account again when all transactions have ended', async () => {
    let { next } = await read()
    await change({ apiAccess: false }, await user())
    // Other databases of the server may have transactions open.
    await eventually(async () => {
      const later = await read(next)
      next = later.next
      return later.changed.length === 0
    }, 'no change')
  })

  it('names nothing to a gateway that begins', async () => {
    await change({ apiAccess: false }, await user())
    expect((await read()).changed).toEqual([])
  })

  it('counts reported requests and returns the limits of their accounts', async () => {
    const { resellerId } = await service.account()
    const { allowances } = await read(undefined, [{ resellerId, requests: 4 }])
    expect(allowances).toEqual([{ resellerId, remaining: 6, perSecond: 2, burst: 10 }])
    const again = await read(undefined, [{ resellerId, requests: 1 }])
    expect(again.allowances).toMatchObject([{ resellerId, remaining: 5 }])
  })
})

describe('access.authenticate', () => {
  it('returns for how long requests may begin with a token: until it ends, at most half a minute', async () => {
    const { tokenHash } = await user()
    expect(await use(tokenHash)).toMatchObject({ usableMs: 30_000 })
    const { rows } = await service.sql.query<{ expires_at: Date }>(
      `select expires_at from token where hash = decode($1, 'hex')`,
      [tokenHash],
    )
    service.clock.advance(rows[0]!.expires_at.getTime() - service.clock.epochMs() - 5_000)
    expect(await use(tokenHash)).toMatchObject({ usableMs: 5_000 })
  })

  it('returns the same for a key', async () => {
    const account = await service.account()
    const day = new Date(service.clock.epochMs() + 2 * 86_400_000).toISOString().slice(0, 10)
    const key = { name: 'short', scope: ['read' as const], expires_at: day }
    const made = await service.rpc.call(createKey, key, account.call())
    const { rows } = await service.sql.query<{ expires_at: Date }>(`select expires_at from api_key where id = $1`, [
      made.id,
    ])
    service.clock.advance(rows[0]!.expires_at.getTime() - service.clock.epochMs() - 9_000)
    expect(await use(sha256(made.key))).toMatchObject({ usableMs: 9_000 })
  })
})
