import type { AnyOperation } from './operation'
import { routes } from './operations'
import { demandRole, everyRight, isOpenTo, rightsWithin } from './rights'
import { everyRole } from './roles'

const withToken: readonly AnyOperation[] = routes.filter(({ anonymous }) => !anonymous)
const idsOf = (operations: readonly AnyOperation[]) => operations.map(({ id }) => id)

test('every operation is open to administrators, and names no role twice', () => {
  for (const { id, roles } of withToken) {
    expect([id, roles.includes('admin')]).toEqual([id, true])
    expect([id, roles]).toEqual([id, [...new Set(roles)]])
  }
})

test('only administrators manage people, keys and what these may do, read the audit trail and export customers', () => {
  const closed = withToken.filter(({ roles }) => roles.length === 1)
  const managing =
    /^(contacts\.(create|update|delete)|keys\..*|access\.set-.*|audit\..*|customers\.export|factors\.(.*-demand|create-login-code))$/
  expect(idsOf(closed)).toEqual(idsOf(withToken.filter(({ id }) => managing.test(id))))
})

test('the role readonly changes nothing but the own password, factors and sessions', () => {
  const changes = withToken.filter(({ roles, effect }) => roles.includes('readonly') && effect !== 'read')
  expect(idsOf(changes).filter((id) => !/^(access|factors)\./.test(id))).toEqual([])
  const own = (id: string) => withToken.find((each) => each.id === id)!
  for (const id of ['access.change-password', 'access.logout', 'factors.create-totp']) {
    expect(isOpenTo(own(id), { role: 'readonly', enforcesRoles: true })).toBe(true)
  }
})

test('roles limit only where the account has switched them on, except administration and readonly', () => {
  const change = { roles: ['admin', 'tech'] as const }
  const open = (enforcesRoles: boolean) => everyRole.filter((role) => isOpenTo(change, { role, enforcesRoles }))
  expect([open(true), open(false)]).toEqual([
    ['admin', 'tech'],
    ['admin', 'tech', 'billing'],
  ])
  const manage = { roles: ['admin'] as const }
  expect(everyRole.filter((role) => isOpenTo(manage, { role }))).toEqual(['admin'])
})

test('a refusal names the role and those that may', () => {
  const actor = {
    resellerId: 1,
    contactId: 2,
    username: 'ada',
    role: 'billing',
    scope: [],
    enforcesRoles: true,
  } as const
  expect(() => demandRole({ roles: ['admin', 'tech'] }, { actor })).toThrow(
    'The role billing may not do this: admin or tech may.',
  )
})

test('auth codes are for administrators and technical people', () => {
  const seeing = (enforcesRoles: boolean) =>
    everyRole.filter((role) => rightsWithin(everyRight, { role, enforcesRoles }).includes('transfer-codes'))
  expect([seeing(true), seeing(false)]).toEqual([
    ['admin', 'tech'],
    ['admin', 'tech', 'billing'],
  ])
  expect(rightsWithin(['read', 'transfer-codes'], { role: 'readonly' })).toEqual(['read'])
})
