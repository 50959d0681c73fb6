import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain } from './domain'
import { isDue, nextCheck, timersOf } from './timers'

const rules: LifecycleRules = { ...generic, renewalOffsetDays: 7, deleteLeadDays: 2 }
const domain = (over: Partial<Domain>) =>
  exampleDomain({ id: 30, expiresAt: day('2028-01-10'), renewsAt: day('2028-01-03'), ...over })
const due = (over: Partial<Domain>) =>
  Object.fromEntries(timersOf(domain(over), rules).map(({ kind, dueAt }) => [kind, dueAt.toISOString().slice(0, 10)]))

describe('the timers of a domain', () => {
  it.each<[string, Partial<Domain>, Record<string, string>]>([
    ['is active', {}, { renewal: '2028-01-03' }],
    ['does not renew by itself', { autorenew: 'off' }, { expiry: '2028-01-08' }],
    ['renews by the setting of its account', { autorenew: 'default' }, { renewal: '2028-01-03' }],
    [
      'lapses by the setting of its account',
      { autorenew: 'default', isAutorenewedByDefault: false },
      { expiry: '2028-01-08' },
    ],
    ['could not be renewed for lack of credit', { retryAt: day('2028-01-05') }, { renewal: '2028-01-05' }],
    [
      'could not be renewed for lack of credit when it lapsed',
      { retryAt: day('2028-01-09') },
      { renewal: '2028-01-09', expiry: '2028-01-09' },
    ],
    ['could not be deleted', { autorenew: 'off', retryAt: day('2028-01-09') }, { expiry: '2028-01-09' }],
    [
      'waits for its day',
      { phase: 'transfer.scheduled', scheduledAt: day('2027-03-01') },
      { 'scheduled-transfer': '2027-03-01' },
    ],
    [
      'waits for its registrant',
      { phase: 'waiting.party', waitsSince: day('2027-02-01') },
      { 'party-deadline': '2027-03-01' },
    ],
    [
      'is in soft quarantine',
      { phase: 'quarantine.soft', softEndsAt: day('2028-02-07') },
      { 'soft-quarantine-end': '2028-02-07' },
    ],
    ['is in redemption', { phase: 'redemption', hardEndsAt: day('2028-03-08') }, { 'redemption-end': '2028-03-08' }],
    [
      'is in pendingDelete',
      { phase: 'pendingDelete', hardEndsAt: day('2028-03-08') },
      { 'pending-delete-end': '2028-03-13' },
    ],
    ['is purged', { phase: 'purged', deletedAt: day('2028-03-13') }, { 'zone-cleanup': '2028-03-15' }],
    [
      'was transferred away',
      { phase: 'transferredAway', deletedAt: day('2028-03-13') },
      { 'zone-cleanup': '2028-03-15' },
    ],
    ['has failed', { phase: 'failed', changedAt: day('2028-02-01') }, { 'zone-cleanup': '2028-02-29' }],
    [
      'could not be transferred',
      { phase: 'failed', type: 'TRANSFER', changedAt: day('2028-02-01') },
      { 'zone-cleanup': '2028-02-29' },
    ],
  ])('that %s', (_, over, expected) => {
    expect(due(over)).toEqual(expected)
  })

  it('are not due early, nor twice', () => {
    const held = domain({})
    expect(isDue('renewal', held, rules, new Date('2028-01-02T23:59:59Z'))).toBe(false)
    expect(isDue('renewal', held, rules, day('2028-01-03'))).toBe(true)
    expect(isDue('renewal', { ...held, renewsAt: day('2029-01-03') }, rules, day('2028-01-03'))).toBe(false)
    expect(isDue('expiry', { ...held, phase: 'quarantine.soft' }, rules, day('2028-02-03'))).toBe(false)
  })

  it('check a transfer two hours after the instant that the registry named, then every six hours, then daily', () => {
    const leaving = domain({ phase: 'active.pendingTransfer', transferActsAt: day('2027-06-06') })
    expect(nextCheck(leaving, rules, day('2027-06-01'), false)).toEqual(new Date('2027-06-06T02:00:00Z'))
    expect(nextCheck(leaving, rules, new Date('2027-06-06T02:00:00Z'), false)).toEqual(new Date('2027-06-06T08:00:00Z'))
    expect(nextCheck(leaving, rules, day('2027-06-20'), false)).toEqual(day('2027-06-21'))
  })

  describe('check a domain', () => {
    const now = day('2027-06-01')
    const tomorrow = day('2027-06-02')
    const checked = (over: Partial<Domain>, hasHint = false) => nextCheck(domain(over), rules, now, hasHint)

    it('at a time of its own in each period, where nothing hints at a change', () => {
      const first = checked({})
      expect(first > now && first <= day('2027-06-29')).toBe(true)
      expect(nextCheck(domain({}), rules, first, false)).toEqual(new Date(first.getTime() + 28 * 86_400_000))
      expect(nextCheck(domain({}), rules, new Date(first.getTime() - 1), false)).toEqual(first)
      const often = nextCheck(domain({}), { lookDays: 1 }, now, false)
      expect(often > now && often <= tomorrow).toBe(true)
    })

    it('evenly spread over the period, also when many are checked at the same time', () => {
      const one = domain({})
      const days = new Map<string, number>()
      for (let id = 1; id <= 28_000; id++) {
        const key = nextCheck({ ...one, id }, rules, now, false)
          .toISOString()
          .slice(0, 10)
        days.set(key, (days.get(key) ?? 0) + 1)
      }
      expect(days.size).toBe(28)
      for (const count of days.values()) expect(Math.abs(count - 1_000)).toBeLessThan(10)
    })

    it.each<[string, Partial<Domain>]>([
      ['that changes', { phase: 'active.changing' }],
      ['whose repair the registry refuses', { registryRefusal: { reason: 'no', times: 3, since: '2027-05-01' } }],
      ['whose paid time ends soon', { expiresAt: day('2027-06-08') }],
      ['whose registration ends soon', { registryExpiresAt: day('2027-06-07') }],
      ['whose registration should have been renewed', { registryExpiresAt: day('2027-05-20') }],
    ])('the next day: one %s', (_, over) => {
      expect(checked(over)).toEqual(tomorrow)
    })

    it('the next day after an operation, a failed check or a state that does not fit', () => {
      expect(checked({}, true)).toEqual(tomorrow)
    })

    it('a week before it expires, at the latest', () => {
      const own = checked({})
      const expiry = new Date(own.getTime() + 7 * 86_400_000 - 1)
      expect(checked({ registryExpiresAt: expiry })).toEqual(new Date(own.getTime() - 1))
    })
  })
})
