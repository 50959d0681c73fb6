import { dmarcOrderStatuses } from '@nameyard/contracts/orders/dmarc-order'
import {
  after,
  decide,
  givesUp,
  life,
  pause,
  period,
  periodsOf,
  yearsOn,
  type DmarcState,
  type Fact,
  type Facts,
} from './dmarc-order-life'

const DAY = 86_400_000
const start = new Date('2027-03-01T12:00:00Z')
const on = (days: number) => new Date(start.getTime() + days * DAY)

const so: Fact = { is: 'so' }
const no: Fact = { is: 'not so', problem: 'no' }
const silent: Fact = { is: 'unknown', problem: 'silence' }
const all: Facts = { held: so, proved: so, delivered: so }

const requested: DmarcState = {
  status: 'REQ',
  activatedAt: null,
  renewsAt: null,
  expiresAt: null,
  givesUpAt: givesUp(start),
  dueAt: start,
  attempts: 1,
  recentAction: 'create',
  recentMessage: '',
}
const active: DmarcState = { ...requested, status: 'ACT', activatedAt: start, ...period(start, 1) }

describe('the life of an order', () => {
  it('reaches every status, and ends in two', () => {
    const reached = new Set<string>(['REQ', ...Object.values(life).flatMap((events) => Object.values(events))])
    expect([...dmarcOrderStatuses].filter((status) => !reached.has(status))).toEqual([])
    expect(dmarcOrderStatuses.filter((status) => Object.keys(life[status]).length === 0)).toEqual(['DEL', 'EXP'])
  })

  it('is begun again only after a failure', () => {
    expect(dmarcOrderStatuses.filter((status) => after(status, 'retried'))).toEqual(['FAI'])
  })
})

describe('an order whose proof is looked for', () => {
  it.each<[string, Facts, number, string | undefined, string | undefined]>([
    ['is active and paid when all is there', all, 0, 'activated', 'capture'],
    ['is active even on the day it would be given up', all, 40, 'activated', 'capture'],
    ['waits for a proof that is not there', { held: so, proved: no }, 6.9, undefined, undefined],
    ['fails when there is none after a week', { held: so, proved: no }, 7, 'failed', 'release'],
    ['waits while nobody can tell', { held: so, proved: silent }, 29, undefined, undefined],
    ['fails when nobody can tell for a month', { held: so, proved: silent }, 30, 'failed', 'release'],
    ['waits while nobody can tell whose the domain is', { held: silent, proved: so }, 29, undefined, undefined],
    ['fails at once when the domain is gone', { held: no, proved: no }, 0, 'failed', 'release'],
    ['waits for a provider that does not answer', { ...all, delivered: silent }, 40, undefined, undefined],
    ['fails when the provider never will', { ...all, delivered: no }, 0, 'failed', 'release'],
  ])('%s', (_, facts, days, event, money) => {
    const outcome = decide(requested, facts, on(days))
    expect([outcome.event, outcome.money]).toEqual([event, money])
    expect(outcome.change.dueAt).toBeInstanceOf(Date)
  })

  it('is tried after 1 s, and at least every hour', () => {
    expect([1, 2, 3, 13, 1000].map(pause)).toEqual([1000, 2000, 4000, 3_600_000, 3_600_000])
  })
})

describe('an active order', () => {
  const [renewal, end] = [351, 365]

  it.each<[string, Facts, number, string | undefined, string | undefined]>([
    ['is left alone until its renewal', all, renewal - 1, undefined, undefined],
    ['stays active without its proof', { held: so, proved: no }, 10, undefined, undefined],
    ['is renewed in time', all, renewal + 1, 'renewed', 'renew'],
    ['is renewed late when nobody was at work', all, end + 3, 'renewed', 'renew'],
    ['is not renewed without its proof', { held: so, proved: no }, end, undefined, undefined],
    ['expires without its proof', { held: so, proved: no }, end + 2, 'expired', undefined],
    ['is not renewed on credit that is not there', { ...all, payable: no }, end, undefined, undefined],
    ['expires without credit', { ...all, payable: no }, end + 2, 'expired', undefined],
    ['does not expire because nobody could tell', { held: so, proved: silent }, end + 5, undefined, undefined],
    ['expires when nobody can tell for a week', { held: so, proved: silent }, end + 9, 'expired', undefined],
    ['is deleted when the domain is gone', { held: no, proved: no }, 10, 'deleted', undefined],
  ])('%s', (_, facts, days, event, money) => {
    const outcome = decide(active, facts, on(days))
    expect([outcome.event, outcome.money]).toEqual([event, money])
  })

  it('is looked at every day, and on the day of its renewal', () => {
    expect(decide(active, all, on(10)).change.dueAt).toEqual(on(11))
    const eve = new Date(active.renewsAt!.getTime() - 1)
    expect(decide(active, all, eve).change.dueAt).toEqual(active.renewsAt)
  })

  it('tells what is wrong, and stops telling when it is put right', () => {
    expect(decide(active, { held: so, proved: no }, on(10)).change.recentMessage).toBe('no')
    expect(decide({ ...active, recentMessage: 'no' }, all, on(11)).change.recentMessage).toBe('')
  })
})

describe('periods', () => {
  it('are years from the first day, also of one that seldom comes', () => {
    const leap = new Date('2028-02-29T08:00:00Z')
    expect([1, 2, 4].map((years) => yearsOn(leap, years).toISOString().slice(0, 10))).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2032-02-29',
    ])
  })

  it('are counted, so that each is paid once', () => {
    const second = decide(active, all, active.renewsAt!).change
    expect(periodsOf(active)).toBe(1)
    expect(periodsOf({ ...active, ...second })).toBe(2)
  })
})
