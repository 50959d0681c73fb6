import type { RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import { day, exampleDomain, generic } from '../../../test/example-domain'
import { desiredOf } from '../../lifecycle/model/desired'
import type { Domain } from '../../lifecycle/model/domain'
import { differencesOf } from './differences'

const now = day('2027-06-01')
const key = {
  flags: 257,
  protocol: 3,
  alg: 13,
  pubKey: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
}
const registered: RegisteredDomain = {
  roid: 'D1-TEST',
  createdAt: '2027-01-01T00:00:00.400Z',
  expiresAt: '2028-01-01T00:00:00.000Z',
  statuses: ['ok'],
  graceStatuses: [],
  nameservers: [{ name: 'ns2.example.net' }, { name: 'ns1.example.net' }],
  // The DS record of RFC 4034 section 5 that a registry makes of the key: tag 2371.
  zoneKeys: [],
  registrant: 'C1',
  contacts: {},
}
const known: Partial<Domain> = {
  roid: 'D1-TEST',
  createdAt: day('2027-01-01'),
  registryExpiresAt: day('2028-01-01'),
  expiresAt: day('2028-01-01'),
}
const contact = { id: 'C1', name: 'Ada', street: [], city: '', countryCode: 'NL', voice: '', email: 'ada@example.com' }

const compared = (
  there: Partial<RegisteredDomain> = {},
  here: Partial<Domain> = {},
  handle = 'AT100000-NL',
  rules = generic,
) => {
  const domain = exampleDomain({ ...known, ...here })
  const both = {
    domain,
    rules,
    desired: desiredOf(domain, []),
    there: { ...registered, ...there },
    contacts: new Map([['C1', contact]]),
    matches: new Map([['C1', [{ resellerId: 1, handle }]]]),
  }
  return differencesOf(both, now).map(({ field, here: own, there: shown }) => `${field}: ${own} | ${shown}`)
}

it('finds no difference in the order of name servers, in fractions of a second, or between a key and its DS record', () => {
  expect(compared()).toEqual([])
  const ds = { keyTag: 2371, alg: 13, digestType: 2, digest: 'AB' }
  expect(compared({ zoneKeys: [ds] }, { zoneKeys: [key] })).toEqual([])
})

it.each<[string, Partial<RegisteredDomain>, string]>([
  ['another registration', { roid: 'D2-TEST' }, 'registration: D1-TEST | D2-TEST'],
  ['another expiry', { expiresAt: '2028-01-05T00:00:00Z' }, 'expiry: 2028-01-01 00:00:00 | 2028-01-05 00:00:00'],
  ['other name servers', { nameservers: [] }, 'name servers: ns1.example.net, ns2.example.net | none'],
  ['DNSSEC', { zoneKeys: [key] }, 'DNSSEC: none | key 2371 algorithm 13'],
  ['a lock', { statuses: ['clientTransferProhibited'] }, 'client statuses: none | clientTransferProhibited'],
  ['automatic renewal at an upstream registrar', { autorenew: 'default' }, 'automatic renewal: off | default'],
  [
    'a deletion',
    { statuses: ['pendingDelete'], graceStatuses: ['redemptionPeriod'] },
    'status: ACT | pendingDelete, redemptionPeriod',
  ],
])('finds %s', (_, there, difference) => {
  expect(compared(there)).toEqual([difference])
})

it('finds another registrant, by the handle of a customer of the account or by the data of the registry', () => {
  expect(compared({}, {}, 'BB1-NL')).toEqual(['owner: AT100000-NL | BB1-NL'])
  expect(compared({}, { resellerId: 2 })).toEqual(['owner: AT100000-NL | Ada <ada@example.com>'])
})

it('finds a renewal that is not paid here, unless the registry renewed by itself', () => {
  const renewed = { expiresAt: '2029-01-01T00:00:00Z' }
  const [paid, expired] = [{ registryExpiresAt: day('2029-01-01') }, { expiresAt: day('2027-05-01') }]
  expect(compared(renewed, paid)).toEqual(['paid until: 2028-01-01 00:00:00 | 2029-01-01 00:00:00'])
  expect(compared(renewed, { ...paid, ...expired })).toEqual([])
  expect(compared(renewed, paid, undefined, { ...generic, isRenewable: false })).toEqual([])
})
