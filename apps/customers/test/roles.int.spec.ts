import { createHash } from 'node:crypto'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { getRoles } from '@nameyard/contracts/access/get-roles'
import { login } from '@nameyard/contracts/access/login'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { setRoles } from '@nameyard/contracts/access/set-roles'
import { updateContact } from '@nameyard/contracts/contacts/update-contact'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let ada: Account

beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service?.close())
beforeEach(async () => {
  ada = await service.account()
})

const enforce = (isEnforced: boolean, over = {}) =>
  service.rpc.call(setRoles, { is_enforced: isEnforced }, ada.call(over))

/** Logs in, and returns the actor of the token. */
async function actorOf({ username, password }: Pick<Account, 'username' | 'password'>) {
  const { token } = await service.rpc.call(login, { username, password }, service.anonymous())
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const asked = { tokenHash, address: '192.0.2.1', audience: 'customers' } as const
  return service.rpc.call(authenticate, asked, service.anonymous())
}

describe('access.set-roles', () => {
  it('lets roles limit the people of one account', async () => {
    const stranger = await service.account()
    expect(await actorOf(ada)).not.toHaveProperty('enforcesRoles')
    await expect(enforce(true)).resolves.toEqual({ success: true })
    expect(await actorOf(ada)).toMatchObject({ role: 'admin', enforcesRoles: true })
    expect(await actorOf(stranger)).not.toHaveProperty('enforcesRoles')
    await enforce(false)
    expect(await actorOf(ada)).not.toHaveProperty('enforcesRoles')
  })

  it('records what it changed', async () => {
    await enforce(true)
    await enforce(false)
    const asked = { resellerId: ada.resellerId, limit: 10 }
    const { entries } = await service.rpc.call(readAuditLog, asked, service.anonymous())
    const made = entries.filter(({ operation }) => operation === setRoles.id)
    const change = (from: boolean, to: boolean) => ({ enforces_roles: { from, to } })
    expect(made.map(({ changes }) => changes)).toEqual([change(true, false), change(false, true)])
  })

  it('is for administrators, and for no key with limits', async () => {
    for (const role of ['tech', 'billing', 'readonly'] as const)
      await expect(enforce(true, { role })).rejects.toMatchObject({ refusal: 'role_insufficient', details: { role } })
    await expect(enforce(true, { isLimited: true })).rejects.toMatchObject({ refusal: 'key_limited' })
  })
})

describe('a role', () => {
  it('is shown to its contact', async () => {
    const roles = (over: object) => service.rpc.call(getRoles, {}, ada.call(over))
    await expect(roles({ role: 'readonly' })).resolves.toEqual({ is_enforced: false, role: 'readonly' })
    await expect(roles({ enforcesRoles: true })).resolves.toEqual({ is_enforced: true, role: 'admin' })
  })

  it('takes the auth codes away from tokens of people who do not need them', async () => {
    const scopeOf = async (role: string) => {
      await service.sql.query('update contact set role = $1 where id = $2', [role, ada.contactId])
      return (await actorOf(ada)).scope.includes('transfer-codes')
    }
    expect([await scopeOf('billing'), await scopeOf('readonly')]).toEqual([true, false])
    await service.sql.query('update reseller set enforces_roles = true where id = $1', [ada.resellerId])
    expect([await scopeOf('admin'), await scopeOf('tech'), await scopeOf('billing')]).toEqual([true, true, false])
  })

  it('counts from the start in an account that is opened so', async () => {
    const contact = { username: 'strict', password: 'correct horse battery', email: 'a@example.com' }
    const opening = { company: 'Strict', currency: 'EUR', enforcesRoles: true, contact }
    await service.rpc.call(createReseller, opening, service.anonymous())
    expect(await actorOf(contact)).toMatchObject({ enforcesRoles: true })
  })

  it('is given to others by administrators only, in every account', async () => {
    const raise = service.rpc.call(updateContact, { id: ada.contactId, role: 'tech' }, ada.call({ role: 'tech' }))
    await expect(raise).rejects.toMatchObject({
      refusal: 'role_insufficient',
      details: { role: 'tech', allowed: 'admin' },
    })
  })
})
