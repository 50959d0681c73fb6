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

test('brings a lapsed domain back by the renewal it missed', () => {
  expect(restoration(lapsed, rules, now)).toEqual({ by: 'renewal', priced: 'soft_restore', expiresOn: '2027-01-01' })
})

test('brings a lapsed domain back by its settings where the registry has renewed it or cannot', () => {
  const renewed = { ...lapsed, registryExpiresAt: new Date('2028-01-01T00:00:00Z') }
  expect(restoration(renewed, rules, now)).toEqual({ by: 'settings', priced: 'soft_restore' })
  expect(restoration(lapsed, { ...rules, isRenewable: false }, now)).toMatchObject({ by: 'settings' })
})

test('restores a deleted domain, and tells when it was deleted', () => {
  const deleted = { ...lapsed, phase: 'quarantine.hard' as const, hardEndsAt: new Date('2027-02-01T00:00:00Z') }
  const expected = { by: 'restore', priced: 'restore', deletedAt: new Date('2027-01-02T00:00:00Z'), hasRenewal: false }
  expect(restoration(deleted, rules, now)).toEqual(expected)
})

test.each([
  ['whose time is over', '2027-01-01', '2027-01-01', true],
  ['that its registry has renewed', '2027-01-11', '2028-01-11', true],
  ['that was deleted in the middle of its time', '2027-06-01', '2027-06-01', false],
])(
  'renews with its restore, where no grace gives a renewal back, what was deleted %s',
  (_, paid, known, hasRenewal) => {
    const [expiresAt, registryExpiresAt] = [new Date(paid), new Date(known)]
    const hardEndsAt = new Date('2027-02-01T00:00:00Z')
    const deleted = { ...lapsed, phase: 'quarantine.hard' as const, hardEndsAt, expiresAt, registryExpiresAt }
    const none = { ...rules, grace: { ...grace, autoRenewDays: 0 } }
    expect(restoration(deleted, none, now)).toMatchObject({ by: 'restore', hasRenewal })
    expect(restoration(deleted, rules, now)).toMatchObject({ hasRenewal: false })
  },
)

test('brings nothing back that was removed for a policy', () => {
  const hardEndsAt = new Date('2027-02-01T00:00:00Z')
  const removed = { ...lapsed, phase: 'quarantine.hard' as const, hardEndsAt, removalReason: 'policy' as const }
  expect(restoration(removed, rules, now)).toBeUndefined()
})

test('brings nothing back when the time is over, or in any other phase', () => {
  expect(restoration(lapsed, rules, new Date('2027-01-31T00:00:00Z'))).toBeUndefined()
  expect(restoration({ ...lapsed, phase: 'dying' }, rules, now)).toBeUndefined()
  expect(restoration({ ...lapsed, phase: 'active' }, rules, now)).toBeUndefined()
})
