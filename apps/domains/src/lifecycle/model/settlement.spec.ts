import { day, exampleDomain, generic } from '../../../test/example-domain'
import { consequenceOf, type Consequence, type Outcome } from '../../following/model/outcome'
import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain } from './domain'
import { advance } from './settlement'
import { nextCheck } from './timers'

const national: LifecycleRules = {
  ...generic,
  quarantine: { softDays: 0, hardDays: 40 },
  grace: { ...generic.grace, addDays: 0 },
}

const domain = (over: Partial<Domain> = {}) => exampleDomain({ phase: 'create.queued', ...over })
const active = (over: Partial<Domain> = {}) =>
  domain({
    phase: 'active',
    createdAt: day('2027-01-01'),
    activatedAt: day('2027-01-01'),
    expiresAt: day('2028-01-01'),
    registryExpiresAt: day('2028-01-01'),
    renewsAt: day('2028-01-01'),
    ...over,
  })

const now = day('2027-06-01')
const outcomeOf = (purpose: Outcome['purpose'], outcome: Outcome['outcome'], over: Partial<Outcome> = {}): Outcome => ({
  purpose,
  outcome,
  view: {},
  isAnnounced: false,
  answeredAt: now,
  ...over,
})
const whole: Outcome['view'] = {
  presence: 'ours',
  statuses: ['ok'],
  graceStatuses: [],
  expiresAt: '2028-01-01T00:00:00.000Z',
}
const after = (consequence: Consequence) =>
  consequence.kind === 'step'
    ? consequence.step.domain
    : consequence.kind === 'refreshed'
      ? consequence.domain
      : undefined

describe('the settlement of a create', () => {
  const registry = { roid: 'D1-SANDBOX', createdAt: '2027-01-01T00:00:01.000Z', expiresAt: '2028-01-01T00:00:01.000Z' }

  it('activates the domain with the dates of the registry and its transfer lock', () => {
    const settled = after(consequenceOf(domain(), outcomeOf('create', 'done', { view: registry }), generic, now))
    expect(settled).toMatchObject({
      phase: 'active',
      version: 2,
      activatedAt: now,
      roid: 'D1-SANDBOX',
      createdAt: new Date(registry.createdAt),
      registryExpiresAt: new Date(registry.expiresAt),
      expiresAt: new Date(registry.expiresAt),
      renewsAt: new Date(registry.expiresAt),
      transferLockedUntil: day('2027-07-31'),
    })
  })

  it('sets the renewal date by the days of the extension', () => {
    const rules = { ...generic, renewalOffsetDays: 7 }
    const settled = after(consequenceOf(domain(), outcomeOf('create', 'done', { view: registry }), rules, now))
    expect(settled?.renewsAt).toEqual(new Date('2027-12-25T00:00:01Z'))
  })

  it.each(['refused', 'failed'] as const)('stores the reason of a %s create', (outcome) => {
    const reason = { code: 2302, text: 'Object exists' }
    const failed = after(consequenceOf(domain(), outcomeOf('create', outcome, { reason }), generic, now))
    expect(failed).toMatchObject({ phase: 'failed', failureCode: 2302, failureReason: 'Object exists', version: 2 })
  })

  it('is a violation for an active domain', () => {
    expect(consequenceOf(active(), outcomeOf('create', 'refused'), generic, now)).toMatchObject({
      kind: 'violation',
      event: 'create.refused',
    })
  })
})

describe('the end of an operation', () => {
  it.each<[string, Domain, Outcome, LifecycleRules, Partial<Domain>]>([
    [
      '4',
      domain({ phase: 'create.pending' }),
      outcomeOf('create', 'done', { view: whole }),
      generic,
      { phase: 'active' },
    ],
    ['5', domain(), outcomeOf('create', 'pending'), generic, { phase: 'create.pending' }],
    [
      '10',
      domain({ phase: 'waiting.party', waitsFor: 'money', waitsSince: now }),
      outcomeOf('create', 'done', { view: whole }),
      generic,
      { phase: 'active', waitsFor: null, waitsSince: null },
    ],
    [
      '11',
      domain({ phase: 'waiting.party', waitsFor: 'money', waitsSince: now }),
      outcomeOf('create', 'failed', { reason: { text: 'withdrawn' } }),
      generic,
      { phase: 'failed', waitsFor: null, failureReason: 'withdrawn' },
    ],
    [
      '18',
      domain({ phase: 'transfer.queued', type: 'TRANSFER' }),
      outcomeOf('transfer', 'pending'),
      generic,
      { phase: 'transfer.pending', transferActsAt: day('2027-06-06') },
    ],
    [
      '19',
      domain({ phase: 'transfer.queued', type: 'TRANSFER' }),
      outcomeOf('transfer', 'done', { view: whole }),
      generic,
      { phase: 'active' },
    ],
    [
      '20',
      domain({ phase: 'transfer.pending', type: 'TRANSFER' }),
      outcomeOf('transfer', 'done', { view: whole }),
      generic,
      { phase: 'active', expiresAt: day('2028-01-01') },
    ],
    [
      '21',
      domain({ phase: 'transfer.pending', type: 'TRANSFER' }),
      outcomeOf('transfer', 'refused'),
      generic,
      { phase: 'failed' },
    ],
    [
      '22',
      domain({ phase: 'transfer.pending', type: 'TRANSFER' }),
      outcomeOf('cancel', 'done'),
      generic,
      { phase: 'failed' },
    ],
    [
      '26',
      active(),
      outcomeOf('renew', 'done', { view: { ...whole, expiresAt: '2029-01-01T00:00:00.000Z' } }),
      generic,
      { phase: 'active', expiresAt: day('2029-01-01'), renewsAt: day('2029-01-01'), retryAt: null },
    ],
    [
      '26 lost',
      active(),
      outcomeOf('renew', 'refused', { reason: { code: 2105, text: 'no' } }),
      generic,
      { phase: 'active', retryAt: day('2027-06-02'), expiresAt: day('2028-01-01') },
    ],
    ['27', active(), outcomeOf('renew', 'pending'), generic, { phase: 'active.changing' }],
    ['28', active(), outcomeOf('update', 'done'), generic, { phase: 'active' }],
    [
      '30',
      domain({ ...active(), phase: 'active.trading', type: 'TRADE' }),
      outcomeOf('trade', 'done'),
      generic,
      { phase: 'active', transferLockedUntil: day('2027-07-31') },
    ],
    [
      '32',
      active({ phase: 'active.pendingTransfer' }),
      outcomeOf('approve', 'done'),
      generic,
      { phase: 'transferredAway', removalReason: 'transferred', deletedAt: now },
    ],
    ['33', active({ phase: 'active.pendingTransfer' }), outcomeOf('reject', 'done'), generic, { phase: 'active' }],
    [
      '41 kept',
      active({ removalReason: 'owner' }),
      outcomeOf('delete', 'done', { view: { presence: 'ours' } }),
      generic,
      { phase: 'redemption', hardEndsAt: day('2027-07-01'), removalReason: 'owner' },
    ],
    [
      '41 gone',
      active({ removalReason: 'owner' }),
      outcomeOf('delete', 'done', { view: { presence: 'missing' } }),
      generic,
      { phase: 'purged', deletedAt: now, removalReason: 'owner' },
    ],
    [
      '42',
      active({ removalReason: 'owner' }),
      outcomeOf('delete', 'refused'),
      generic,
      { phase: 'active', removalReason: null, retryAt: null },
    ],
    [
      '42 due',
      active({ removalReason: 'expired' }),
      outcomeOf('delete', 'refused'),
      generic,
      { phase: 'active', retryAt: day('2027-06-02') },
    ],
    [
      '45',
      active({ phase: 'quarantine.soft', softEndsAt: now, removalReason: 'expired' }),
      outcomeOf('delete', 'done'),
      generic,
      { phase: 'redemption', removalReason: 'expired', softEndsAt: null },
    ],
    [
      '47',
      active({ phase: 'restoring', hardEndsAt: day('2027-07-01'), removalReason: 'owner' }),
      outcomeOf('restore', 'done', { view: whole }),
      generic,
      { phase: 'active', hardEndsAt: null, removalReason: null },
    ],
    [
      '48',
      active({ phase: 'restoring', hardEndsAt: day('2027-07-01') }),
      outcomeOf('restore', 'refused'),
      generic,
      { phase: 'redemption', hardEndsAt: day('2027-07-01') },
    ],
    [
      '48 lapsed',
      active({ phase: 'restoring', softEndsAt: day('2027-07-01') }),
      outcomeOf('restore', 'failed'),
      generic,
      { phase: 'quarantine.soft', softEndsAt: day('2027-07-01') },
    ],
  ])('follows rule %s', (_, before, outcome, rules, expected) => {
    expect(after(consequenceOf(before, outcome, rules, now))).toMatchObject(expected)
  })

  it.each<[string, Domain, Outcome]>([
    ['a renewal of a failed order', domain({ phase: 'failed' }), outcomeOf('renew', 'done')],
    ['an approval without a pending transfer', active(), outcomeOf('approve', 'done')],
    [
      'a delete of a domain that was transferred away',
      active({ phase: 'transferredAway' }),
      outcomeOf('delete', 'done'),
    ],
  ])('is a violation for %s', (_, before, outcome) => {
    expect(consequenceOf(before, outcome, generic, now)).toMatchObject({ kind: 'violation', domain: before })
  })
})

describe('an order that waits', () => {
  const strict: LifecycleRules = { ...generic, transfer: { ...generic.transfer, isAuthorizedByRegistrant: true } }
  const transfer = (over: Partial<Domain>) => domain({ type: 'TRANSFER', transferCode: 'code', ...over })
  const asked = { phase: 'waiting.party', waitsFor: 'authorization', waitsSince: now } as const

  it.each<[string, Domain, Parameters<typeof advance>[1]['event'], LifecycleRules, Partial<Domain>]>([
    ['9', domain(), 'create.unpaid', generic, { phase: 'waiting.party', waitsFor: 'money', waitsSince: now }],
    ['10', transfer(asked), 'party.satisfied', strict, { phase: 'transfer.queued', authorizedAt: now, waitsFor: null }],
    ['11', transfer(asked), 'party.refused', strict, { phase: 'failed', authorizedAt: null }],
    ['15', transfer({ phase: 'transfer.scheduled' }), 'schedule.due', strict, asked],
    ['15 at once', transfer({ phase: 'transfer.scheduled' }), 'schedule.due', generic, { phase: 'transfer.queued' }],
    ['15 no code', transfer({ phase: 'transfer.scheduled', transferCode: '' }), 'schedule.due', generic, asked],
    ['24', transfer({ phase: 'failed' }), 'restart.asked', strict, asked],
    [
      '24 once',
      transfer({ phase: 'failed', authorizedAt: now }),
      'restart.asked',
      strict,
      { phase: 'transfer.queued' },
    ],
  ])('follows rule %s', (_, before, event, rules, expected) => {
    expect(advance(before, { event }, rules, now)?.domain).toMatchObject(expected)
  })
})

describe('a check at the registry', () => {
  const inspected = (view: Outcome['view'], over: Partial<Outcome> = {}) => outcomeOf('info', 'done', { view, ...over })
  const deleted: Outcome['view'] = { presence: 'ours', statuses: ['pendingDelete'] }

  it.each<[string, Domain, Outcome, Partial<Domain>]>([
    ['6', domain({ phase: 'create.pending' }), inspected(whole), { phase: 'active', expiresAt: day('2028-01-01') }],
    ['20', domain({ phase: 'transfer.pending', type: 'TRANSFER' }), inspected(whole), { phase: 'active' }],
    [
      '31',
      active(),
      inspected({
        presence: 'ours',
        statuses: ['pendingTransfer'],
        transfer: {
          status: 'pending',
          direction: 'out',
          requestedAt: '2027-06-01T00:00:00.000Z',
          actsAt: '2027-06-06T00:00:00.000Z',
        },
      }),
      { phase: 'active.pendingTransfer', transferActsAt: day('2027-06-06') },
    ],
    ['34', active({ phase: 'active.pendingTransfer' }), inspected(whole), { phase: 'active', transferActsAt: null }],
    [
      '35',
      active({ phase: 'active.pendingTransfer' }),
      inspected({ presence: 'foreign' }),
      { phase: 'transferredAway', removalReason: 'transferred' },
    ],
    ['36', active(), inspected({ presence: 'foreign' }), { phase: 'transferredAway', removalReason: 'transferred' }],
    ['47', active({ phase: 'restoring', hardEndsAt: day('2027-07-01') }), inspected(whole), { phase: 'active' }],
    [
      '49',
      active({ phase: 'redemption', hardEndsAt: day('2027-07-01') }),
      inspected({ ...deleted, graceStatuses: ['pendingDelete'] }),
      { phase: 'pendingDelete' },
    ],
    [
      '50',
      active({ phase: 'redemption', removalReason: 'owner' }),
      inspected({ presence: 'missing' }),
      { phase: 'purged', removalReason: 'owner' },
    ],
    [
      '51',
      active({ phase: 'pendingDelete', removalReason: 'expired' }),
      inspected({ presence: 'missing' }),
      { phase: 'purged', removalReason: 'expired' },
    ],
    [
      '53',
      active(),
      inspected({ presence: 'missing' }, { isAnnounced: true }),
      { phase: 'purged', removalReason: 'registry' },
    ],
    [
      '54',
      active(),
      inspected({ ...deleted, graceStatuses: ['redemptionPeriod'] }, { isAnnounced: true }),
      { phase: 'redemption', removalReason: 'registry' },
    ],
  ])('follows rule %s', (_, before, outcome, expected) => {
    expect(after(consequenceOf(before, outcome, generic, now))).toMatchObject(expected)
  })

  it('does not end a domain because a daily check alone did not find it', () => {
    expect(consequenceOf(active(), inspected({ presence: 'missing' }), generic, now)).toMatchObject({
      kind: 'violation',
      event: 'info.missing',
      domain: { phase: 'active' },
    })
  })

  it('stores what changed at the registry, and schedules the next check', () => {
    const renewed = { ...whole, expiresAt: '2029-01-01T00:00:00.000Z' }
    const refreshed = after(consequenceOf(active(), inspected(renewed), generic, now))
    expect(refreshed).toMatchObject({
      registryExpiresAt: day('2029-01-01'),
      expiresAt: day('2028-01-01'),
      observedAt: now,
    })
    expect(refreshed!.nextCheckAt).toEqual(nextCheck(refreshed!, generic, now, false))
  })

  it('checks a domain again the next day after a check that failed or did not fit, and after a change', () => {
    const soon = nextCheck(active(), generic, now, true)
    expect(soon < nextCheck(active(), generic, now, false)).toBe(true)
    const failed = { ...inspected({ presence: 'ours' }), outcome: 'failed' as const }
    for (const outcome of [failed, inspected({ presence: 'missing' })])
      expect(consequenceOf(active(), outcome, generic, now)).toMatchObject({ domain: { nextCheckAt: soon } })
    expect(advance(active(), { event: 'update.done' }, generic, now)!.domain.nextCheckAt).toEqual(soon)
  })

  it('ignores an answer that is older than the last one', () => {
    const heard = active({ observedAt: day('2027-06-02') })
    expect(consequenceOf(heard, inspected({ presence: 'foreign' }), generic, now)).toEqual({ kind: 'nothing' })
  })

  it('keeps the reason of the last failure', () => {
    const failed = active({ phase: 'active.pendingTransfer', failureCode: 2304, failureReason: 'Status prohibits it' })
    const checked = after(consequenceOf(failed, inspected(whole), generic, now))
    expect(checked).toMatchObject({ phase: 'active', failureCode: 2304, failureReason: 'Status prohibits it' })
  })

  it('is repeated when the registry could not be asked', () => {
    const again = after(consequenceOf(active(), outcomeOf('info', 'failed'), generic, now))
    expect(again).toMatchObject({ phase: 'active', observedAt: null, version: 2 })
  })
})

describe('a domain that lapses', () => {
  const lapsed = day('2028-01-01')

  it('enters its soft quarantine, which ends three days before the auto-renew grace period at the latest', () => {
    const step = advance(active(), { event: 'expiry.due', removal: 'expired' }, generic, lapsed)
    expect(step).toMatchObject({
      effect: 'park',
      domain: { phase: 'quarantine.soft', softEndsAt: day('2028-01-31'), removalReason: 'expired' },
    })
    const long = { ...generic, quarantine: { softDays: 60, hardDays: 30 } }
    const bounded = advance(active(), { event: 'expiry.due', removal: 'expired' }, long, lapsed)
    expect(bounded?.domain.softEndsAt).toEqual(day('2028-02-12'))
  })

  it('is deleted where there is no soft quarantine', () => {
    const step = advance(active(), { event: 'expiry.due', removal: 'expired' }, national, lapsed)
    expect(step).toMatchObject({ effect: 'delete', domain: { phase: 'active', removalReason: 'expired' } })
  })

  it('is deleted at once within its add grace period, where that is free of charge', () => {
    const step = advance(active(), { event: 'delete.asked', removal: 'owner' }, generic, day('2027-01-03'))
    expect(step).toMatchObject({ effect: 'delete', domain: { phase: 'active' } })
  })
})

describe.each([
  ['and has no renew command', false],
  ['and has a renew command', true],
])('a restored domain where the registry renews by itself %s', (_, isRenewable) => {
  const rules: LifecycleRules = { ...national, isRenewable, deleteLeadDays: 2 }
  const restoring = active({ phase: 'restoring', autorenew: 'off', hardEndsAt: day('2028-02-08') })
  const broughtBack = (now: string) => advance(restoring, { event: 'restore.done' }, rules, day(now))?.domain

  it('is renewed automatically when it is too late to delete it before the renewal', () => {
    expect(broughtBack('2027-12-31')).toMatchObject({ phase: 'active', autorenew: 'on' })
  })

  it('keeps the autorenew setting of its account before that', () => {
    expect(broughtBack('2027-12-01')).toMatchObject({ phase: 'active', autorenew: 'off' })
  })
})
