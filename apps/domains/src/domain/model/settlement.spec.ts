import type { Domain } from './domain'
import { settle } from './settlement'

const ordered = {
  name: 'example.com',
  phase: 'create.queued',
  version: 1,
  changedAt: new Date('2027-01-01T00:00:00Z'),
} as Domain
const now = new Date('2027-01-01T00:00:02Z')
const registry = { roid: 'D1-SANDBOX', createdAt: '2027-01-01T00:00:01.000Z', expiresAt: '2028-01-01T00:00:01.000Z' }

describe('settling a create', () => {
  it('makes the domain active with the dates of the registry', () => {
    expect(settle(ordered, { outcome: 'done', registry }, 0, now)).toEqual({
      ...ordered,
      phase: 'active',
      version: 2,
      changedAt: now,
      activatedAt: now,
      roid: 'D1-SANDBOX',
      createdAt: new Date(registry.createdAt),
      registryExpiresAt: new Date(registry.expiresAt),
      expiresAt: new Date(registry.expiresAt),
      renewsAt: new Date(registry.expiresAt),
    })
  })

  it('renews as many days before the end as the extension says', () => {
    expect(settle(ordered, { outcome: 'done', registry }, 7, now)?.renewsAt).toEqual(new Date('2027-12-25T00:00:01Z'))
  })

  it.each(['refused', 'failed'] as const)('keeps the reason of a %s one', (outcome) => {
    const failed = settle(ordered, { outcome, reason: { code: 2302, text: 'Object exists' }, registry: {} }, 0, now)
    expect(failed).toMatchObject({ phase: 'failed', failureCode: 2302, failureReason: 'Object exists', version: 2 })
  })

  it('has no place for a second settlement', () => {
    expect(settle({ ...ordered, phase: 'active' }, { outcome: 'refused', registry: {} }, 0, now)).toBeUndefined()
  })
})
