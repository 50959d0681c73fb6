import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { Domain } from './domain'
import { consequenceOf, type Consequence, type Outcome } from './outcome'
import type { LifeRules } from './rules'
import { advance } from './settlement'

const national: LifeRules = {
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
const told = (purpose: Outcome['purpose'], outcome: Outcome['outcome'], over: Partial<Outcome> = {}): Outcome => ({
  purpose,
  outcome,
  view: {},
  isTold: false,
  spokenAt: now,
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

describe('settling a create', () => {
  const registry = { roid: 'D1-SANDBOX', createdAt: '2027-01-01T00:00:01.000Z', expiresAt: '2028-01-01T00:00:01.000Z' }

  it('makes the domain active with the dates of the registry, and keeps it here for its lock days', () => {
    const settled = after(consequenceOf(domain(), told('create', 'done', { view: registry }), generic, now))
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

  it('renews as many days before the end as the extension says', () => {
    const rules = { ...generic, renewalOffsetDays: 7 }
    const settled = after(consequenceOf(domain(), told('create', 'done', { view: registry }), rules, now))
    expect(settled?.renewsAt).toEqual(new Date('2027-12-25T00:00:01Z'))
  })

  it.each(['refused', 'failed'] as const)('keeps the reason of a %s one', (outcome) => {
    const reason = { code: 2302, text: 'Object exists' }
    const failed = after(consequenceOf(domain(), told('create', outcome, { reason }), generic, now))
    expect(failed).toMatchObject({ phase: 'failed', failureCode: 2302, failureReason: 'Object exists', version: 2 })
  })

  it('has no place for a create of a domain that is active', () => {
    expect(consequenceOf(active(), told('create', 'refused'), generic, now)).toMatchObject({
      kind: 'violation',
      event: 'create.refused',
    })
  })
})

describe('the end of an operation', () => {
  it.each<[string, Domain, Outcome, LifeRules, Partial<Domain>]>([
    ['4', domain({ phase: 'create.pending' }), told('create', 'done', { view: whole }), generic, { phase: 'active' }],
    ['5', domain(), told('create', 'pending'), generic, { phase: 'create.pending' }],
    [
      '10',
      domain({ phase: 'waiting.party', waitsFor: 'money', waitsSince: now }),
      told('create', 'done', { view: whole }),
      generic,
      { phase: 'active', waitsFor: null, waitsSince: null },
    ],
    [
      '11',
      domain({ phase: 'waiting.party', waitsFor: 'money', waitsSince: now }),
      told('create', 'failed', { reason: { text: 'withdrawn' } }),
      generic,
      { phase: 'failed', waitsFor: null, failureReason: 'withdrawn' },
    ],
    [
      '18',
      domain({ phase: 'transfer.queued', type: 'TRANSFER' }),
      told('transfer', 'pending'),
      generic,
      { phase: 'transfer.pending', transferActsAt: day('2027-06-06') },
    ],
    [
      '19',
      domain({ phase: 'transfer.queued', type: 'TRANSFER' }),
      told('transfer', 'done', { view: whole }),
      generic,
      { phase: 'active' },
    ],
    [
      '20',
      domain({ phase: 'transfer.pending', type: 'TRANSFER' }),
      told('transfer', 'done', { view: whole }),
      generic,
      { phase: 'active', expiresAt: day('2028-01-01') },
    ],
    [
      '21',
      domain({ phase: 'transfer.pending', type: 'TRANSFER' }),
      told('transfer', 'refused'),
      generic,
      { phase: 'failed' },
    ],
    [
      '22',
      domain({ phase: 'transfer.pending', type: 'TRANSFER' }),
      told('cancel', 'done'),
      generic,
      { phase: 'failed' },
    ],
    [
      '26',
      active(),
      told('renew', 'done', { view: { ...whole, expiresAt: '2029-01-01T00:00:00.000Z' } }),
      generic,
      { phase: 'active', expiresAt: day('2029-01-01'), renewsAt: day('2029-01-01'), retryAt: null },
    ],
    [
      '26 lost',
      active(),
      told('renew', 'refused', { reason: { code: 2105, text: 'no' } }),
      generic,
      { phase: 'active', retryAt: day('2027-06-02'), expiresAt: day('2028-01-01') },
    ],
    ['27', active(), told('renew', 'pending'), generic, { phase: 'active.changing' }],
    ['28', active(), told('update', 'done'), generic, { phase: 'active' }],
    [
      '30',
      domain({ ...active(), phase: 'active.trading', type: 'TRADE' }),
      told('trade', 'done'),
      generic,
      { phase: 'active', transferLockedUntil: day('2027-07-31') },
    ],
    [
      '32',
      active({ phase: 'active.leaving' }),
      told('approve', 'done'),
      generic,
      { phase: 'left', removalReason: 'transferred', deletedAt: now },
    ],
    ['33', active({ phase: 'active.leaving' }), told('reject', 'done'), generic, { phase: 'active' }],
    [
      '41 kept',
      active({ removalReason: 'owner' }),
      told('delete', 'done', { view: { presence: 'ours' } }),
      generic,
      { phase: 'quarantine.hard', hardEndsAt: day('2027-07-01'), removalReason: 'owner' },
    ],
    [
      '41 gone',
      active({ removalReason: 'owner' }),
      told('delete', 'done', { view: { presence: 'missing' } }),
      generic,
      { phase: 'gone', deletedAt: now, removalReason: 'owner' },
    ],
    [
      '42',
      active({ removalReason: 'owner' }),
      told('delete', 'refused'),
      generic,
      { phase: 'active', removalReason: null, retryAt: null },
    ],
    [
      '42 due',
      active({ removalReason: 'expired' }),
      told('delete', 'refused'),
      generic,
      { phase: 'active', retryAt: day('2027-06-02') },
    ],
    [
      '45',
      active({ phase: 'quarantine.soft', softEndsAt: now, removalReason: 'expired' }),
      told('delete', 'done'),
      generic,
      { phase: 'quarantine.hard', removalReason: 'expired', softEndsAt: null },
    ],
    [
      '47',
      active({ phase: 'restoring', hardEndsAt: day('2027-07-01'), removalReason: 'owner' }),
      told('restore', 'done', { view: whole }),
      generic,
      { phase: 'active', hardEndsAt: null, removalReason: null },
    ],
    [
      '48',
      active({ phase: 'restoring', hardEndsAt: day('2027-07-01') }),
      told('restore', 'refused'),
      generic,
      { phase: 'quarantine.hard', hardEndsAt: day('2027-07-01') },
    ],
    [
      '48 lapsed',
      active({ phase: 'restoring', softEndsAt: day('2027-07-01') }),
      told('restore', 'failed'),
      generic,
      { phase: 'quarantine.soft', softEndsAt: day('2027-07-01') },
    ],
  ])('follows rule %s', (_, before, outcome, rules, expected) => {
    expect(after(consequenceOf(before, outcome, rules, now))).toMatchObject(expected)
  })

  it.each<[string, Domain, Outcome]>([
    ['a renewal of a failed order', domain({ phase: 'failed' }), told('renew', 'done')],
    ['an approval of a domain that stays', active(), told('approve', 'done')],
    ['a delete of a domain that left', active({ phase: 'left' }), told('delete', 'done')],
  ])('keeps %s as a violation', (_, before, outcome) => {
    expect(consequenceOf(before, outcome, generic, now)).toMatchObject({ kind: 'violation', domain: before })
  })
})

describe('an order that waits for somebody', () => {
  const strict: LifeRules = { ...generic, transfer: { ...generic.transfer, isAuthorizedByRegistrant: true } }
  const transfer = (over: Partial<Domain>) => domain({ type: 'TRANSFER', transferCode: 'code', ...over })
  const asked = { phase: 'waiting.party', waitsFor: 'authorization', waitsSince: now } as const

  it.each<[string, Domain, Parameters<typeof advance>[1]['event'], LifeRules, Partial<Domain>]>([
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

describe('a look at the registry', () => {
  const look = (view: Outcome['view'], over: Partial<Outcome> = {}) => told('look', 'done', { view, ...over })
  const deleted: Outcome['view'] = { presence: 'ours', statuses: ['pendingDelete'] }

  it.each<[string, Domain, Outcome, Partial<Domain>]>([
    ['6', domain({ phase: 'create.pending' }), look(whole), { phase: 'active', expiresAt: day('2028-01-01') }],
    ['20', domain({ phase: 'transfer.pending', type: 'TRANSFER' }), look(whole), { phase: 'active' }],
    [
      '31',
      active(),
      look({
        presence: 'ours',
        statuses: ['pendingTransfer'],
        transfer: {
          status: 'pending',
          direction: 'out',
          requestedAt: '2027-06-01T00:00:00.000Z',
          actsAt: '2027-06-06T00:00:00.000Z',
        },
      }),
      { phase: 'active.leaving', transferActsAt: day('2027-06-06') },
    ],
    ['34', active({ phase: 'active.leaving' }), look(whole), { phase: 'active', transferActsAt: null }],
    [
      '35',
      active({ phase: 'active.leaving' }),
      look({ presence: 'foreign' }),
      { phase: 'left', removalReason: 'transferred' },
    ],
    ['36', active(), look({ presence: 'foreign' }), { phase: 'left', removalReason: 'transferred' }],
    ['47', active({ phase: 'restoring', hardEndsAt: day('2027-07-01') }), look(whole), { phase: 'active' }],
    [
      '49',
      active({ phase: 'quarantine.hard', hardEndsAt: day('2027-07-01') }),
      look({ ...deleted, graceStatuses: ['pendingDelete'] }),
      { phase: 'dying' },
    ],
    [
      '50',
      active({ phase: 'quarantine.hard', removalReason: 'owner' }),
      look({ presence: 'missing' }),
      { phase: 'gone', removalReason: 'owner' },
    ],
    [
      '51',
      active({ phase: 'dying', removalReason: 'expired' }),
      look({ presence: 'missing' }),
      { phase: 'gone', removalReason: 'expired' },
    ],
    ['53', active(), look({ presence: 'missing' }, { isTold: true }), { phase: 'gone', removalReason: 'registry' }],
    [
      '54',
      active(),
      look({ ...deleted, graceStatuses: ['redemptionPeriod'] }, { isTold: true }),
      { phase: 'quarantine.hard', removalReason: 'registry' },
    ],
  ])('follows rule %s', (_, before, outcome, expected) => {
    expect(after(consequenceOf(before, outcome, generic, now))).toMatchObject(expected)
  })

  it('does not conclude from a daily look alone that the registry has dropped a domain', () => {
    expect(consequenceOf(active(), look({ presence: 'missing' }), generic, now)).toMatchObject({
      kind: 'violation',
      event: 'look.missing',
      domain: { phase: 'active' },
    })
  })

  it('takes over what changed at the registry, and looks again the next day', () => {
    const renewed = { ...whole, expiresAt: '2029-01-01T00:00:00.000Z' }
    const refreshed = after(consequenceOf(active(), look(renewed), generic, now))
    expect(refreshed).toMatchObject({
      registryExpiresAt: day('2029-01-01'),
      expiresAt: day('2028-01-01'),
      observedAt: now,
    })
    expect(refreshed!.looksAt!.getTime() - now.getTime()).toBeGreaterThan(23 * 3_600_000)
  })

  it('does not hear what is older than the last word', () => {
    const heard = active({ observedAt: day('2027-06-02') })
    expect(consequenceOf(heard, look({ presence: 'foreign' }), generic, now)).toEqual({ kind: 'nothing' })
  })

  it('is taken again when the registry could not be asked', () => {
    const again = after(consequenceOf(active(), told('look', 'failed'), generic, now))
    expect(again).toMatchObject({ phase: 'active', observedAt: null, version: 2 })
  })
})

describe('a domain that lapses', () => {
  const lapsed = day('2028-01-01')

  it('goes to its soft quarantine, until three days before the registry bills its own renewal at the latest', () => {
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

  it('is deleted at once within its add grace, where that costs nothing', () => {
    const step = advance(active(), { event: 'delete.asked', removal: 'owner' }, generic, day('2027-01-03'))
    expect(step).toMatchObject({ effect: 'delete', domain: { phase: 'active' } })
  })
})

describe.each([
  ['and knows no other renewal', false],
  ['unless it is told to', true],
])('a domain that is brought back where the registry renews by itself %s', (_, isRenewable) => {
  const rules: LifeRules = { ...national, isRenewable, deleteLeadDays: 2 }
  const restoring = active({ phase: 'restoring', autorenew: 'off', hardEndsAt: day('2028-02-08') })
  const broughtBack = (now: string) => advance(restoring, { event: 'restore.done' }, rules, day(now))?.domain

  it('is renewed when it is too late to tell the registry otherwise', () => {
    expect(broughtBack('2027-12-31')).toMatchObject({ phase: 'active', autorenew: 'on' })
  })

  it('stays as its account wants it before', () => {
    expect(broughtBack('2027-12-01')).toMatchObject({ phase: 'active', autorenew: 'off' })
  })
})
