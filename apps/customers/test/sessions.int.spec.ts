import { createHash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { endSession } from '@nameyard/contracts/access/end-session'
import { endSessions } from '@nameyard/contracts/access/end-sessions'
import { findActiveContacts } from '@nameyard/contracts/access/find-active-contacts'
import { listSessions } from '@nameyard/contracts/access/list-sessions'
import { login } from '@nameyard/contracts/access/login'
import { logout } from '@nameyard/contracts/access/logout'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let anna: Account
let stranger: Account
/** The session of the call, and another one of the same contact. */
let mine: string
let other: string

beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service?.close())
beforeEach(async () => {
  anna = await service.account()
  stranger = await service.account()
  mine = await newSession()
  other = await newSession()
})

/** Logs in. Returns the id of the session. */
async function newSession({ username, password } = anna): Promise<string> {
  const { token } = await service.rpc.call(login, { username, password }, service.anonymous())
  return createHash('sha256').update(token).digest('hex').slice(0, 12)
}
const call = (by = anna, session = mine) => ({ ...by.call(), session })
const sessions = async (by = anna) => {
  const { results } = await service.rpc.call(listSessions, {}, call(by))
  return results.map(({ id }) => id)
}

describe('access.list-sessions', () => {
  it('returns the sessions of the contact, newest first, and which of them is in use', async () => {
    const { results, total } = await service.rpc.call(listSessions, { limit: 2 }, call())
    expect(total).toBeGreaterThanOrEqual(2)
    expect(results.map(({ id, is_current }) => [id, is_current])).toEqual(
      expect.arrayContaining([
        [mine, true],
        [other, false],
      ]),
    )
  })

  it('returns when each session was last used, to the minute', async () => {
    const { token } = await service.rpc.call(
      login,
      { username: anna.username, password: anna.password },
      service.anonymous(),
    )
    const tokenHash = createHash('sha256').update(token).digest('hex')
    const lastUse = async () => {
      await service.rpc.call(
        authenticate,
        { audience: 'customers', tokenHash, address: '192.0.2.1', spent: [] },
        service.anonymous(),
      )
      const { results } = await service.rpc.call(listSessions, {}, call())
      const { created_at, last_used_at } = results.find(({ id }) => tokenHash.startsWith(id))!
      return (Date.parse(last_used_at) - Date.parse(created_at)) / 1000
    }
    expect(await lastUse()).toBe(0)
    service.clock.advance(61_000)
    expect(await lastUse()).toBe(61)
    service.clock.advance(59_000)
    expect(await lastUse()).toBe(61)
  })

  it('returns no session of another account', async () => {
    expect(await sessions(stranger)).not.toContain(mine)
  })
})

describe('access.logout', () => {
  it('ends the session of the call only, and may be repeated', async () => {
    expect(await service.rpc.call(logout, {}, call())).toEqual({ success: true })
    expect(await service.rpc.call(logout, {}, call())).toEqual({ success: true })
    const left = await sessions()
    expect(left).toContain(other)
    expect(left).not.toContain(mine)
  })

  it('refuses a call without a session with authentication_failed', async () => {
    const asked = service.rpc.call(logout, {}, anna.call())
    await expect(asked).rejects.toMatchObject({ refusal: 'authentication_failed' })
  })
})

describe('access.end-session', () => {
  it('ends one session of the contact', async () => {
    expect(await service.rpc.call(endSession, { id: other }, call())).toEqual({ success: true })
    expect(await sessions()).not.toContain(other)
  })

  it('refuses the session of another account with session_not_found, and keeps it there', async () => {
    const asked = service.rpc.call(endSession, { id: mine }, call(stranger))
    await expect(asked).rejects.toMatchObject({ refusal: 'session_not_found' })
    expect(await sessions()).toContain(mine)
  })
})

describe('access.end-sessions', () => {
  it('ends the sessions of the contact except the one of the call, and none of another account', async () => {
    const foreign = await newSession(stranger)
    const { sessions_ended: ended } = await service.rpc.call(endSessions, {}, call())
    expect(ended).toBeGreaterThanOrEqual(1)
    expect(await sessions()).toEqual([mine])
    expect(await sessions(stranger)).toContain(foreign)
  })
})

describe('access.find-active-contacts', () => {
  const read = async ({ contactId } = anna) =>
    (await service.rpc.call(findActiveContacts, { contactIds: [contactId, 999_999] }, service.anonymous())).contacts

  it('returns the contacts who may use the API, with a stamp that is not the password hash', async () => {
    const { contactId, resellerId } = anna
    const [contact] = await read()
    expect(contact).toMatchObject({ contactId, resellerId })
    expect(contact!.stamp).not.toContain('argon2')
  })

  it('leaves out a contact whose role may not make the link', async () => {
    const asked = { contactIds: [anna.contactId], roles: ['admin' as const, 'tech' as const] }
    const found = async (role: string, enforcesRoles: boolean) => {
      await service.sql.query('update contact set role = $1 where id = $2', [role, anna.contactId])
      await service.sql.query('update reseller set enforces_roles = $1 where id = $2', [enforcesRoles, anna.resellerId])
      return (await service.rpc.call(findActiveContacts, asked, service.anonymous())).contacts.length
    }
    expect([await found('tech', true), await found('billing', true)]).toEqual([1, 0])
    expect([await found('billing', false), await found('readonly', false)]).toEqual([1, 0])
  })

  it('leaves out a contact without API access', async () => {
    const { username } = anna
    await service.rpc.call(changeRights, { operator: 'tester', username, apiAccess: false }, service.anonymous())
    expect(await read()).toEqual([])
  })
})
