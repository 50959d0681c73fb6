import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { Domain } from './domain'
import type { LifeRules } from './rules'
import { forecast, possibilities } from './timeline'

const national: LifeRules = { ...generic, quarantine: { softDays: 0, hardDays: 40 }, pendingDeleteDays: 0 }
const domain = (over: Partial<Domain>) =>
  exampleDomain({
    id: 1,
    autorenew: 'off',
    createdAt: day('2027-01-01'),
    expiresAt: day('2028-01-01'),
    registryExpiresAt: day('2028-01-01'),
    renewsAt: day('2028-01-01'),
    ...over,
  })
const now = day('2027-06-01')
const shown = (over: Partial<Domain>, rules = generic, at = now) =>
  forecast(domain(over), rules, at).map(({ at, event, phase }) => `${at.toISOString().slice(0, 10)} ${event} ${phase}`)

describe('what happens to a domain next', () => {
  it.each<[string, Partial<Domain>, LifeRules, string[]]>([
    [
      'that is not renewed, to its release',
      {},
      generic,
      [
        '2028-01-01 expiry quarantine.soft',
        '2028-01-31 soft_quarantine_ends quarantine.hard',
        '2028-03-01 quarantine_ends dying',
        '2028-03-06 purge gone',
      ],
    ],
    [
      'where there is neither soft quarantine nor pending delete',
      {},
      national,
      ['2028-01-01 expiry quarantine.hard', '2028-02-10 purge gone'],
    ],
    ['that renews', { autorenew: 'on' }, generic, ['2028-01-01 renewal active']],
    [
      'that cannot leave yet',
      { autorenew: 'on', transferLockedUntil: day('2027-07-01') },
      generic,
      ['2027-07-01 transfer_lock_ends active', '2028-01-01 renewal active'],
    ],
    [
      'in its redemption',
      { phase: 'quarantine.hard', hardEndsAt: day('2027-06-20') },
      generic,
      ['2027-06-20 quarantine_ends dying', '2027-06-25 purge gone'],
    ],
    [
      'that leaves',
      { phase: 'active.leaving', transferActsAt: day('2027-06-05') },
      generic,
      ['2027-06-05 transfer_completes left'],
    ],
    [
      'that waits for its registrant',
      { phase: 'waiting.party', waitsFor: 'authorization', waitsSince: day('2027-06-01') },
      generic,
      ['2027-06-29 order_given_up failed'],
    ],
    ['that is gone', { phase: 'gone' }, generic, []],
  ])('%s', (_, over, rules, expected) => {
    expect(shown(over, rules)).toEqual(expected)
  })

  it('is now what was due before', () => {
    expect(shown({}, generic, day('2028-01-10'))[0]).toBe('2028-01-10 expiry quarantine.soft')
  })
})

describe('what can be done with a domain', () => {
  const may = (over: Partial<Domain>) =>
    possibilities(domain(over), generic, now).map(({ operation, who, priced }) =>
      [operation, who, priced].join(' ').trim(),
    )

  it.each<[string, Partial<Domain>, string[]]>([
    [
      'that is active',
      {},
      [
        'renew account renew',
        'update of contacts, nameservers, keys account',
        'delete account',
        'authcode get account',
        'transfer registrar',
      ],
    ],
    [
      'that has lapsed',
      { phase: 'quarantine.soft', softEndsAt: day('2027-06-20') },
      ['renew account soft_restore', 'restore account soft_restore', 'delete account'],
    ],
    ['that was deleted', { phase: 'quarantine.hard', hardEndsAt: day('2027-06-20') }, ['restore account restore']],
    ['too late', { phase: 'quarantine.hard', hardEndsAt: now }, []],
    [
      'that another registrar asks for',
      { phase: 'active.leaving', transferActsAt: day('2027-06-05') },
      ['authcode get account', 'transfer/approve account'],
    ],
  ])('%s', (_, over, expected) => {
    expect(may(over)).toEqual(expected)
  })
})
