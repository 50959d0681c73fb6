import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain } from './domain'
import type { LifecycleEvent } from './lifecycle'
import { advance } from './settlement'

const renewing: LifecycleRules = {
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
  ['deleted before that day', true, 'delete.done', {}, before],
  ['transferred away before that day, and checked before it', true, 'info.foreign', { presence: 'foreign' }, before],
  [
    'transferred away before that day, and checked after it',
    true,
    'info.foreign',
    { presence: 'foreign', ...old },
    behind,
  ],
  [
    'transferred away before that day, then renewed by the gaining registrar',
    true,
    'info.foreign',
    { presence: 'foreign', ...renewed, ...out('2027-12-31T00:00:00.000Z') },
    behind,
  ],
  ['transferred away after that day', false, 'info.foreign', { presence: 'foreign', ...renewed }, behind],
  ['deleted after that day', false, 'delete.done', {}, behind],
  ['with a pending transfer', false, 'info.pendingTransfer', {}, before],
])('a renewal paid in advance, for a domain %s, is unused: %p', (_, isUnused, event, view, now) => {
  const step = after(event, view, now)
  expect(step?.isRenewalUnused).toBe(isUnused)
  expect(step?.domain.expiresAt).toEqual(isUnused ? day('2028-01-01') : day('2029-01-01'))
})

it('a renewal is used where the registry has a renew command, and where it has renewed', () => {
  expect(after('delete.done', {}, before, ahead(), generic)?.isRenewalUnused).toBe(false)
  const even = ahead({ registryExpiresAt: day('2029-01-01') })
  expect(after('delete.done', {}, before, even)?.isRenewalUnused).toBe(false)
})
