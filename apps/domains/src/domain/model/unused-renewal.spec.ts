import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { Domain } from './domain'
import type { LifecycleEvent } from './lifecycle'
import type { LifeRules } from './rules'
import { advance } from './settlement'

const renewing: LifeRules = {
  ...generic,
  isRenewable: false,
  renewalOffsetDays: 7,
  deleteLeadDays: 2,
  quarantine: { softDays: 0, hardDays: 40 },
}
/** Paid until 2029; its registry renews it on the first of January 2028. */
const ahead = (over: Partial<Domain> = {}) =>
  exampleDomain({
    phase: 'active',
    createdAt: day('2027-01-01'),
    expiresAt: day('2029-01-01'),
    registryExpiresAt: day('2028-01-01'),
    ...over,
  })
const [before, behind] = [day('2027-12-28'), day('2028-01-02')]
const after = (event: LifecycleEvent, view: RegistryView, now: Date, domain = ahead(), rules = renewing) =>
  advance(domain, { event, view }, rules, now)

const old = { expiresAt: '2028-01-01T00:00:00.000Z' }
const renewed = { expiresAt: '2029-01-01T00:00:00.000Z' }
const out = (actsAt: string) => ({
  transfer: { status: 'clientApproved', direction: 'out' as const, requestedAt: actsAt, actsAt },
})

it.each<[string, boolean, LifecycleEvent, RegistryView, Date]>([
  ['that is deleted before', true, 'delete.done', {}, before],
  ['that is found to have left before', true, 'look.foreign', { presence: 'foreign' }, before],
  ['that left before and is found so later', true, 'look.foreign', { presence: 'foreign', ...old }, behind],
  [
    'that left before, was renewed elsewhere and is found so later',
    true,
    'look.foreign',
    { presence: 'foreign', ...renewed, ...out('2027-12-31T00:00:00.000Z') },
    behind,
  ],
  ['that left later', false, 'look.foreign', { presence: 'foreign', ...renewed }, behind],
  ['that is deleted later', false, 'delete.done', {}, behind],
  ['that stays', false, 'look.leaving', {}, before],
])('a renewal that was paid ahead for a domain %s is unused: %p', (_, isUnused, event, view, now) => {
  const step = after(event, view, now)
  expect(step?.isRenewalUnused).toBe(isUnused)
  expect(step?.domain.expiresAt).toEqual(isUnused ? day('2028-01-01') : day('2029-01-01'))
})

it('is used where the registry is told to renew, and where it has', () => {
  expect(after('delete.done', {}, before, ahead(), generic)?.isRenewalUnused).toBe(false)
  const even = ahead({ registryExpiresAt: day('2029-01-01') })
  expect(after('delete.done', {}, before, even)?.isRenewalUnused).toBe(false)
})
