import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { Domain } from '../../lifecycle/model/domain'
import { advance } from '../../lifecycle/model/settlement'
import { consequenceOf, type Outcome } from './outcome'

const now = day('2028-02-20')
const ended = (over: Partial<Domain>) => exampleDomain({ expiresAt: day('2028-01-01'), ...over })
const afterOutcome = (domain: Domain, outcome: Pick<Outcome, 'outcome' | 'purpose'>, view: RegistryView) => {
  const consequence = consequenceOf(domain, { ...outcome, view, isAnnounced: false, answeredAt: now }, generic, now)
  return consequence.kind === 'step' ? consequence.step.domain : consequence.kind
}
const afterCheck = (domain: Domain, view: RegistryView) =>
  afterOutcome(domain, { purpose: 'info', outcome: 'done' }, view)

describe('a name that another registrar registers as soon as it is purged', () => {
  it.each(['pendingDelete', 'redemption'] as const)('is purged for the account that had it as %s', (phase) => {
    const domain = ended({ phase, hardEndsAt: day('2028-02-15'), removalReason: 'expired' })
    expect(afterCheck(domain, { presence: 'foreign' })).toMatchObject({
      phase: 'purged',
      removalReason: 'expired',
      deletedAt: now,
    })
  })
})

describe('a lapsed domain with a transfer request from before', () => {
  const lapsed = ended({ phase: 'quarantine.soft', softEndsAt: day('2028-03-01'), removalReason: 'owner' })

  it('stays in its soft quarantine while the transfer is pending', () => {
    expect(afterCheck(lapsed, { presence: 'ours', statuses: ['pendingTransfer'] })).toBe('refreshed')
  })

  it('is transferred away once the other registrar sponsors it', () => {
    expect(afterCheck(lapsed, { presence: 'foreign' })).toMatchObject({
      phase: 'transferredAway',
      removalReason: 'transferred',
    })
  })
})

describe('a check of an ordered name that is not submitted yet', () => {
  it.each(['transfer.scheduled', 'waiting.party'] as const)('may find another sponsor while it is %s', (phase) => {
    const ordered = exampleDomain({ phase, type: 'TRANSFER' })
    expect(afterCheck(ordered, { presence: 'foreign' })).toBe('refreshed')
  })

  it('may find no domain while the create waits for the balance at the registry', () => {
    expect(afterCheck(exampleDomain({ phase: 'waiting.party' }), { presence: 'missing' })).toBe('refreshed')
  })
})

describe('a renewal that settles after a later check was received', () => {
  const leaving = ended({ phase: 'active.pendingTransfer', expiresAt: day('2028-03-01') })

  it('keeps the paid time of the domain', () => {
    const renewed = { presence: 'ours', expiresAt: '2029-03-01T00:00:00.000Z' } as const
    expect(afterOutcome(leaving, { purpose: 'renew', outcome: 'done' }, renewed)).toMatchObject({
      phase: 'active.pendingTransfer',
      expiresAt: day('2029-03-01'),
    })
  })

  it.each(['refused', 'failed'] as const)('has a transition when it is %s', (outcome) => {
    expect(afterOutcome(leaving, { purpose: 'renew', outcome }, {})).toMatchObject({ phase: 'active.pendingTransfer' })
  })
})

it('a lapsed domain accepts that an earlier update is pending at its registry', () => {
  const lapsed = ended({ phase: 'quarantine.soft', softEndsAt: day('2028-03-01') })
  expect(afterOutcome(lapsed, { purpose: 'update', outcome: 'pending' }, {})).toMatchObject({
    phase: 'quarantine.soft',
  })
})

describe('a domain without nameservers in its order', () => {
  const bare = ended({ nameServers: [], activatedAt: day('2027-01-01') })
  const parked: RegistryView = { presence: 'ours', nameservers: ['parked.example'] }

  it('does not store the parking nameservers as its own', () => {
    const lapsed = { ...bare, phase: 'quarantine.soft' as const, softEndsAt: day('2028-03-01') }
    expect(afterOutcome(lapsed, { purpose: 'update', outcome: 'done' }, parked)).toMatchObject({ nameServers: [] })
  })

  it('stores the nameservers that it has after a transfer', () => {
    const coming = exampleDomain({ phase: 'transfer.pending', type: 'TRANSFER', nameServers: [] })
    const view = { ...parked, nameservers: ['ns.example.net'], expiresAt: '2029-03-01T00:00:00.000Z' }
    expect(afterOutcome(coming, { purpose: 'transfer', outcome: 'done' }, view)).toMatchObject({
      nameServers: [{ name: 'ns.example.net' }],
    })
  })
})

describe('a domain whose last check was within its add grace period', () => {
  const young = exampleDomain({ createdAt: day('2028-02-10'), graceStatuses: ['addPeriod'] })
  const deleted = (at: Date) => advance(young, { event: 'delete.asked', removal: 'owner' }, generic, at)?.domain.phase

  it('is deleted at once until the last second of that period', () => {
    expect(deleted(new Date(day('2028-02-15').getTime() - 1))).toBe('active')
  })

  it('enters its soft quarantine after that period, even without another check', () => {
    expect(deleted(day('2028-02-15'))).toBe('quarantine.soft')
  })
})
