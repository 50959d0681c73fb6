import { day, exampleDomain } from '../../../test/example-domain'
import { hasNotice, noticeDays } from './expiry-notices'

const expiring = exampleDomain({ phase: 'active', expiresAt: day('2028-01-01') })

it.each([
  ['2027-12-01', []],
  ['2027-12-02', [30]],
  ['2027-12-24', [30]],
  ['2027-12-25', [7]],
  ['2027-12-30', [7]],
  ['2027-12-31', [1]],
  ['2028-01-01', []],
])('on %s, a domain that expires on 2028-01-01 has the notice of %j days', (today, due) => {
  expect(noticeDays.filter((days) => hasNotice(expiring, days, day(today)))).toEqual(due)
})

it.each([
  ['is in its quarantine', { phase: 'quarantine.soft', removalReason: 'owner' }],
  ['is not registered yet', { phase: 'transfer.pending', expiresAt: null }],
  ['is being deleted', { removalReason: 'owner' }],
  ['has left the account', { phase: 'transferredAway', removalReason: 'transferred' }],
] as const)('a domain that %s has none', (_, over) => {
  expect(hasNotice({ ...expiring, ...over }, 30, day('2027-12-02'))).toBe(false)
})
