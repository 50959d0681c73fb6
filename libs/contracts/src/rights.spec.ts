import type { Refusal } from './errors'
import type { Actor, AnyOperation } from './operation'
import { routes } from './operations'
import {
  approvalsFor,
  demandApproval,
  demandRights,
  demandRole,
  everyRight,
  isOpenTo,
  mayRead,
  refuseBeyondLimits,
  rightsWithin,
} from './rights'
import { everyRole } from './roles'
import { toolOperations } from './tool'

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
    /^(approvals\..*|contacts\.(create|update|delete)|keys\..*|access\.set-.*|audit\..*|customers\.export|factors\.(.*-demand|create-login-code))$/
  expect(idsOf(closed)).toEqual(idsOf(withToken.filter(({ id }) => managing.test(id))))
})

test('the role readonly changes nothing but the own password, factors, sessions and marks of notices', () => {
  const changes = withToken.filter(({ roles, effect }) => roles.includes('readonly') && effect !== 'read')
  expect(idsOf(changes).filter((id) => !/^(access|factors|notices)\./.test(id))).toEqual([])
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

describe('the approval of a person', () => {
  const changes = toolOperations.filter(({ effect }) => effect !== 'read')

  test('is for every operation that costs money', () => {
    expect(idsOf(changes.filter((each) => approvalsFor(each).includes('purchases')))).toEqual(
      idsOf(changes.filter(({ effect }) => effect === 'purchase')),
    )
  })

  test('is for every other change but these, which add something or can be undone', () => {
    expect(idsOf(changes.filter((each) => approvalsFor(each).length === 0)).toSorted()).toEqual([
      'customers.create',
      'domains.send-foa',
      'email-verifications.restart',
      'email-verifications.start',
      'event-consumers.set',
      'nameserver-groups.create',
      'nameservers.create',
      'ssl-orders.reissue',
      'ssl-orders.resend-approver-email',
      'tags.create',
      'templates.create',
      'zones.claim',
      'zones.create',
      'zones.request-proof',
    ])
  })

  test('is for nothing that only reads', () => {
    expect(toolOperations.filter((each) => each.effect === 'read' && approvalsFor(each).length > 0)).toEqual([])
  })

  test.each(withToken.map((each) => [each.id, each] as const))('decides about %s', (_, operation) => {
    const person = { resellerId: 1, contactId: 1, username: 'ada', role: 'admin', scope: everyRight } as const
    const refusalOf = (call: Parameters<typeof demandApproval>[1]) => {
      try {
        demandApproval(operation, call)
        return 'none'
      } catch (error) {
        return (error as Refusal).refusal
      }
    }
    expect(refusalOf({ actor: person })).toBe('none')
    for (const approval of ['purchases', 'purchases-and-destructive'] as const) {
      const actor = { ...person, keyId: 7, approval }
      const needs = approvalsFor(operation).includes(approval) ? 'approval_needed' : 'none'
      expect(refusalOf({ actor })).toBe(operation.isForPeople ? 'person_needed' : needs)
      expect(refusalOf({ actor, approval: 1 })).toBe(operation.isForPeople ? 'person_needed' : 'none')
    }
  })
})

describe('a caller may call a read exactly if no door refuses it', () => {
  const person: Actor = { resellerId: 1, contactId: 2, username: 'ada', role: 'admin', scope: everyRight }
  const limits = { domains: ['example.com'], zones: [] }
  const key = { ...person, keyId: 3, isLimited: true }
  const callers: Readonly<Record<string, Actor>> = {
    'an administrator': person,
    'a technical person': { ...person, role: 'tech', enforcesRoles: true },
    'a person of money': { ...person, role: 'billing' },
    'a token without rights': { ...person, scope: [] },
    'a token without auth codes': { ...person, scope: ['read'] },
    'a key that may spend only so much': { ...key, spend: { perDay: 1 } },
    'a key that is limited to a domain': { ...key, limits },
    'a key that needs approvals': { ...key, approval: 'purchases' },
  }
  const reads = withToken.filter(({ effect }) => effect === 'read')

  it.each(Object.entries(callers))('%s', (_, actor) => {
    const isRefused = (operation: AnyOperation) => {
      try {
        for (const door of [demandRole, demandRights, refuseBeyondLimits, demandApproval]) door(operation, { actor })
        return false
      } catch {
        return true
      }
    }
    const open = reads.filter((operation) => mayRead(operation, actor))
    expect(idsOf(open)).toEqual(idsOf(reads.filter((operation) => !isRefused(operation))))
    expect(open.length === reads.length).toBe(actor === person)
  })
})
