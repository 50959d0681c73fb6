import { day, exampleDomain, generic } from '../../../test/example-domain'
import type { Domain } from '../../lifecycle/model/domain'
import type { LifecycleRules } from '../../tlds/model/rules'
import { forecast, possibilities } from './timeline'

const national: LifecycleRules = { ...generic, quarantine: { softDays: 0, hardDays: 40 }, pendingDeleteDays: 0 }
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

describe('the forecast of a domain', () => {
  it.each<[string, Partial<Domain>, LifecycleRules, string[]]>([
    [
      'of a domain without renewal ends with its release',
      {},
      generic,
      [
        '2028-01-01 expiry quarantine.soft',
        '2028-01-31 soft_quarantine_ends redemption',
        '2028-03-01 quarantine_ends pendingDelete',
        '2028-03-06 purge purged',
      ],
    ],
    [
      'skips soft quarantine and pendingDelete where the extension has none',
      {},
      national,
      ['2028-01-01 expiry redemption', '2028-02-10 purge purged'],
    ],
    ['shows the automatic renewal', { autorenew: 'on' }, generic, ['2028-01-01 renewal active']],
    [
      'shows the end of a transfer lock',
      { autorenew: 'on', transferLockedUntil: day('2027-07-01') },
      generic,
      ['2027-07-01 transfer_lock_ends active', '2028-01-01 renewal active'],
    ],
    [
      'shows the end of a redemption',
      { phase: 'redemption', hardEndsAt: day('2027-06-20') },
      generic,
      ['2027-06-20 quarantine_ends pendingDelete', '2027-06-25 purge purged'],
    ],
    [
      'shows the completion of a pending transfer',
      { phase: 'active.pendingTransfer', transferActsAt: day('2027-06-05') },
      generic,
      ['2027-06-05 transfer_completes transferredAway'],
    ],
    [
      'shows the deadline of the registrant',
      { phase: 'waiting.party', waitsFor: 'authorization', waitsSince: day('2027-06-01') },
      generic,
      ['2027-06-29 order_given_up failed'],
    ],
    ['is empty for a purged domain', { phase: 'purged' }, generic, []],
  ])('%s', (_, over, rules, expected) => {
    expect(shown(over, rules)).toEqual(expected)
  })

  it('puts events that were due before at the present instant', () => {
    expect(shown({}, generic, day('2028-01-10'))[0]).toBe('2028-01-10 expiry quarantine.soft')
  })
})

describe('the possible operations of a domain', () => {
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
    ['that was deleted', { phase: 'redemption', hardEndsAt: day('2027-06-20') }, ['restore account restore']],
    ['too late', { phase: 'redemption', hardEndsAt: now }, []],
    [
      'that another registrar asks for',
      { phase: 'active.pendingTransfer', transferActsAt: day('2027-06-05') },
      ['authcode get account', 'transfer/approve account'],
    ],
  ])('%s', (_, over, expected) => {
    expect(may(over)).toEqual(expected)
  })
})
