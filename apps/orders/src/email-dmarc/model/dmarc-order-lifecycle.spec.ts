import { dmarcOrderStatuses } from '@nameyard/contracts/orders/dmarc-order'
import {
  nextStatus,
  decide,
  proofDeadline,
  transitions,
  retryDelay,
  period,
  periodsOf,
  type DmarcState,
  type Fact,
  type Facts,
} from './dmarc-order-lifecycle'

const DAY = 86_400_000
const start = new Date('2027-03-01T12:00:00Z')
const on = (days: number) => new Date(start.getTime() + days * DAY)

const yes: Fact = { is: 'true' }
const no: Fact = { is: 'false', problem: 'no' }
const silent: Fact = { is: 'unknown', problem: 'silence' }
const all: Facts = { held: yes, proved: yes, delivered: yes }

const requested: DmarcState = {
  status: 'REQ',
  activatedAt: null,
  renewsAt: null,
  expiresAt: null,
  givesUpAt: proofDeadline(start),
  dueAt: start,
  attempts: 1,
  recentAction: 'create',
  recentMessage: '',
}
const active: DmarcState = { ...requested, status: 'ACT', activatedAt: start, ...period(start, 1) }

describe('the state machine of a DMARC order', () => {
  it('reaches every status, of which two are final', () => {
    const reached = new Set<string>(['REQ', ...Object.values(transitions).flatMap((events) => Object.values(events))])
    expect([...dmarcOrderStatuses].filter((status) => !reached.has(status))).toEqual([])
    expect(dmarcOrderStatuses.filter((status) => Object.keys(transitions[status]).length === 0)).toEqual(['DEL', 'EXP'])
  })

  it('allows a retry only after a failure', () => {
    expect(dmarcOrderStatuses.filter((status) => nextStatus(status, 'retried'))).toEqual(['FAI'])
  })
})

describe('a DMARC order that waits for its proof', () => {
  it.each<[string, Facts, number, string | undefined, string | undefined]>([
    ['becomes active and is captured when all facts are true', all, 0, 'activated', 'capture'],
    ['becomes active even after the deadline when all facts are true', all, 40, 'activated', 'capture'],
    ['waits while the DNS has no proof', { held: yes, proved: no }, 6.9, undefined, undefined],
    ['fails and is released when there is no proof after a week', { held: yes, proved: no }, 7, 'failed', 'release'],
    ['waits while the DNS does not answer', { held: yes, proved: silent }, 29, undefined, undefined],
    ['fails when the DNS does not answer for a month', { held: yes, proved: silent }, 30, 'failed', 'release'],
    ['waits while the owner of the domain is unknown', { held: silent, proved: yes }, 29, undefined, undefined],
    ['fails at once when the account does not hold the domain', { held: no, proved: no }, 0, 'failed', 'release'],
    ['waits for a provider that does not answer', { ...all, delivered: silent }, 40, undefined, undefined],
    ['fails when the provider refuses for good', { ...all, delivered: no }, 0, 'failed', 'release'],
  ])('%s', (_, facts, days, event, money) => {
    const outcome = decide(requested, facts, on(days))
    expect([outcome.event, outcome.money]).toEqual([event, money])
    expect(outcome.change.dueAt).toBeInstanceOf(Date)
  })

  it('is retried after 1 s, then with pauses of up to an hour', () => {
    expect([1, 2, 3, 13, 1000].map(retryDelay)).toEqual([1000, 2000, 4000, 3_600_000, 3_600_000])
  })
})

describe('an active DMARC order', () => {
  const [renewal, end] = [351, 365]

  it.each<[string, Facts, number, string | undefined, string | undefined]>([
    ['does not change before its renewal', all, renewal - 1, undefined, undefined],
    ['stays active without its proof', { held: yes, proved: no }, 10, undefined, undefined],
    ['is renewed in time', all, renewal + 1, 'renewed', 'renew'],
    ['is renewed late when the service was down', all, end + 3, 'renewed', 'renew'],
    ['is not renewed without its proof', { held: yes, proved: no }, end, undefined, undefined],
    ['expires without its proof', { held: yes, proved: no }, end + 2, 'expired', undefined],
    ['is not renewed when the credit is too low', { ...all, payable: no }, end, undefined, undefined],
    ['expires without credit', { ...all, payable: no }, end + 2, 'expired', undefined],
    ['does not expire while the DNS does not answer', { held: yes, proved: silent }, end + 5, undefined, undefined],
    ['expires when the DNS does not answer for a week', { held: yes, proved: silent }, end + 9, 'expired', undefined],
    ['is deleted when the account no longer holds the domain', { held: no, proved: no }, 10, 'deleted', undefined],
  ])('%s', (_, facts, days, event, money) => {
    const outcome = decide(active, facts, on(days))
    expect([outcome.event, outcome.money]).toEqual([event, money])
  })

  it('is checked every day, and at the time of its renewal', () => {
    expect(decide(active, all, on(10)).change.dueAt).toEqual(on(11))
    const eve = new Date(active.renewsAt!.getTime() - 1)
    expect(decide(active, all, eve).change.dueAt).toEqual(active.renewsAt)
  })

  it('shows a problem until it is solved', () => {
    expect(decide(active, { held: yes, proved: no }, on(10)).change.recentMessage).toBe('no')
    expect(decide({ ...active, recentMessage: 'no' }, all, on(11)).change.recentMessage).toBe('')
  })
})

describe('periods of a DMARC order', () => {
  it('are counted, so that each is charged once', () => {
    const second = decide(active, all, active.renewsAt!).change
    expect(periodsOf(active)).toBe(1)
    expect(periodsOf({ ...active, ...second })).toBe(2)
  })
})
