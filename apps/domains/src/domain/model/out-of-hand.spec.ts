import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { Domain } from './domain'
import { consequenceOf, type Outcome } from './outcome'
import { advance } from './settlement'

const now = day('2028-02-20')
const ended = (over: Partial<Domain>) => exampleDomain({ expiresAt: day('2028-01-01'), ...over })
const heard = (domain: Domain, outcome: Pick<Outcome, 'outcome' | 'purpose'>, view: RegistryView) => {
  const consequence = consequenceOf(domain, { ...outcome, view, isTold: false, spokenAt: now }, generic, now)
  return consequence.kind === 'step' ? consequence.step.domain : consequence.kind
}
const looked = (domain: Domain, view: RegistryView) => heard(domain, { purpose: 'look', outcome: 'done' }, view)

describe('a name that somebody else registers as soon as it is purged', () => {
  it.each(['dying', 'quarantine.hard'] as const)('is gone for whoever had it %s', (phase) => {
    const domain = ended({ phase, hardEndsAt: day('2028-02-15'), removalReason: 'expired' })
    expect(looked(domain, { presence: 'foreign' })).toMatchObject({
      phase: 'gone',
      removalReason: 'expired',
      deletedAt: now,
    })
  })
})

describe('a domain that another registrar asked for before it lapsed', () => {
  const lapsed = ended({ phase: 'quarantine.soft', softEndsAt: day('2028-03-01'), removalReason: 'owner' })

  it('stays in its quarantine while that is pending', () => {
    expect(looked(lapsed, { presence: 'ours', statuses: ['pendingTransfer'] })).toBe('refreshed')
  })

  it('has left once it is there', () => {
    expect(looked(lapsed, { presence: 'foreign' })).toMatchObject({ phase: 'left', removalReason: 'transferred' })
  })
})

describe('a look at a name that was ordered and that the registry has not been asked for', () => {
  it.each(['transfer.scheduled', 'waiting.party'] as const)('finds it elsewhere while it is %s', (phase) => {
    const ordered = exampleDomain({ phase, type: 'TRANSFER' })
    expect(looked(ordered, { presence: 'foreign' })).toBe('refreshed')
  })

  it('finds nothing while the create waits for money', () => {
    expect(looked(exampleDomain({ phase: 'waiting.party' }), { presence: 'missing' })).toBe('refreshed')
  })
})

describe('the end of a renewal that is heard behind the look that came after it', () => {
  const leaving = ended({ phase: 'active.leaving', expiresAt: day('2028-03-01') })

  it('leaves the domain with the time that was paid for', () => {
    const renewed = { presence: 'ours', expiresAt: '2029-03-01T00:00:00.000Z' } as const
    expect(heard(leaving, { purpose: 'renew', outcome: 'done' }, renewed)).toMatchObject({
      phase: 'active.leaving',
      expiresAt: day('2029-03-01'),
    })
  })

  it.each(['refused', 'failed'] as const)('has its place when it is %s', (outcome) => {
    expect(heard(leaving, { purpose: 'renew', outcome }, {})).toMatchObject({ phase: 'active.leaving' })
  })
})

it('a lapsed domain hears that its registry thinks about an update from before', () => {
  const lapsed = ended({ phase: 'quarantine.soft', softEndsAt: day('2028-03-01') })
  expect(heard(lapsed, { purpose: 'update', outcome: 'pending' }, {})).toMatchObject({ phase: 'quarantine.soft' })
})

describe('a domain whose account names no nameservers', () => {
  const bare = ended({ nameServers: [], activatedAt: day('2027-01-01') })
  const parked: RegistryView = { presence: 'ours', nameservers: ['parked.example'] }

  it('does not take those for its own that it is parked at', () => {
    const lapsed = { ...bare, phase: 'quarantine.soft' as const, softEndsAt: day('2028-03-01') }
    expect(heard(lapsed, { purpose: 'update', outcome: 'done' }, parked)).toMatchObject({ nameServers: [] })
  })

  it('keeps those that it came with by a transfer', () => {
    const coming = exampleDomain({ phase: 'transfer.pending', type: 'TRANSFER', nameServers: [] })
    const view = { ...parked, nameservers: ['ns.example.net'], expiresAt: '2029-03-01T00:00:00.000Z' }
    expect(heard(coming, { purpose: 'transfer', outcome: 'done' }, view)).toMatchObject({
      nameServers: [{ name: 'ns.example.net' }],
    })
  })
})

describe('a domain that was last looked at within its add grace', () => {
  const young = exampleDomain({ createdAt: day('2028-02-10'), graceStatuses: ['addPeriod'] })
  const deleted = (at: Date) => advance(young, { event: 'delete.asked', removal: 'owner' }, generic, at)?.domain.phase

  it('is deleted at once until the last second of it', () => {
    expect(deleted(new Date(day('2028-02-15').getTime() - 1))).toBe('active')
  })

  it('goes to its soft quarantine from then on, though the registry was not looked at since', () => {
    expect(deleted(day('2028-02-15'))).toBe('quarantine.soft')
  })
})
