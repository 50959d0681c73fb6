import { restoration } from './restoration'

const now = new Date('2027-01-10T00:00:00Z')
const grace = { addDays: 5, renewDays: 5, transferDays: 5, autoRenewDays: 45 }
const rules = { isRenewable: true, periods: { max: 10 }, quarantine: { softDays: 30, hardDays: 30 }, grace }
const lapsed = {
  extension: 'com',
  phase: 'quarantine.soft' as const,
  expiresAt: new Date('2027-01-01T00:00:00Z'),
  registryExpiresAt: new Date('2027-01-01T00:00:00Z'),
  softEndsAt: new Date('2027-01-31T00:00:00Z'),
  hardEndsAt: null,
  removalReason: 'expired' as const,
}

test('restores a lapsed domain by the renewal that it missed', () => {
  expect(restoration(lapsed, rules, now)).toEqual({ by: 'renewal', priced: 'soft_restore', expiresOn: '2027-01-01' })
})

test('restores a lapsed domain by its settings where the registry has renewed it, or has no renew command', () => {
  const renewed = { ...lapsed, registryExpiresAt: new Date('2028-01-01T00:00:00Z') }
  expect(restoration(renewed, rules, now)).toEqual({ by: 'settings', priced: 'soft_restore' })
  expect(restoration(lapsed, { ...rules, isRenewable: false }, now)).toMatchObject({ by: 'settings' })
})

test('restores a deleted domain, with the instant of its deletion', () => {
  const deleted = { ...lapsed, phase: 'redemption' as const, hardEndsAt: new Date('2027-02-01T00:00:00Z') }
  const expected = { by: 'restore', priced: 'restore', deletedAt: new Date('2027-01-02T00:00:00Z'), hasRenewal: false }
  expect(restoration(deleted, rules, now)).toEqual(expected)
})

test.each([
  ['whose registration has expired', '2027-01-01', '2027-01-01', true],
  ['that its registry has renewed', '2027-01-11', '2028-01-11', true],
  ['that was deleted before it expired', '2027-06-01', '2027-06-01', false],
])(
  'renews with its restore, where no grace period refunds a renewal, for a domain %s',
  (_, paid, known, hasRenewal) => {
    const [expiresAt, registryExpiresAt] = [new Date(paid), new Date(known)]
    const hardEndsAt = new Date('2027-02-01T00:00:00Z')
    const deleted = { ...lapsed, phase: 'redemption' as const, hardEndsAt, expiresAt, registryExpiresAt }
    const none = { ...rules, grace: { ...grace, autoRenewDays: 0 } }
    expect(restoration(deleted, none, now)).toMatchObject({ by: 'restore', hasRenewal })
    expect(restoration(deleted, rules, now)).toMatchObject({ hasRenewal: false })
  },
)

test('does not restore a domain that was removed for a reason of policy', () => {
  const hardEndsAt = new Date('2027-02-01T00:00:00Z')
  const removed = { ...lapsed, phase: 'redemption' as const, hardEndsAt, removalReason: 'policy' as const }
  expect(restoration(removed, rules, now)).toBeUndefined()
})

test('does not restore a domain too late, or in another phase', () => {
  expect(restoration(lapsed, rules, new Date('2027-01-31T00:00:00Z'))).toBeUndefined()
  expect(restoration({ ...lapsed, phase: 'pendingDelete' }, rules, now)).toBeUndefined()
  expect(restoration({ ...lapsed, phase: 'active' }, rules, now)).toBeUndefined()
})
