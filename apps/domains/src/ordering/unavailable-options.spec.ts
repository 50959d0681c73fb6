import { createDomain } from '@nameyard/contracts/domains/create-domain'
import type { Input } from '@nameyard/contracts/operation'
import { tlds } from '../tlds/catalogue'
import { orderedYears, refuseUnavailable } from './unavailable-options'

const order = (over: Record<string, unknown>) => {
  const given = { domain: { name: 'example', extension: 'com' }, period: 1, owner_handle: 'H', ...over }
  return createDomain.input.parse(given) as Input<typeof createDomain>
}

const com = tlds.get('com')!

describe('the options of an order', () => {
  it.each([
    [{}],
    [{ provider: 'OpenProvider', is_private_whois_enabled: true }],
    [
      {
        is_private_whois_enabled: 'false',
        is_dnssec_enabled: 0,
        dnssec_keys: [],
        promo_code: ' ',
        use_domicile: false,
      },
    ],
  ])('are accepted without an unavailable one: %j', (options) => {
    expect(() => refuseUnavailable(order(options), com)).not.toThrow()
  })

  it.each([
    ['is_sectigo_dns_enabled', true],
    ['is_spamexperts_enabled', true],
    ['is_hosted_accreditation', true],
    ['use_domicile', true],
  ])('are refused with %s', (field, value) => {
    expect(() => refuseUnavailable(order({ [field]: value }), com)).toThrow(
      expect.objectContaining({ refusal: 'invalid_input', details: expect.objectContaining({ field }) }),
    )
  })

  it.each([
    ['promo_code_invalid', { promo_code: 'FREE' }, 'com'],
    ['provider_invalid', { provider: 'sectigo' }, 'com'],
    ['privacy_unavailable', { is_private_whois_enabled: true }, 'nl'],
  ])('are refused as %s for %j', (refusal, options, extension) => {
    expect(() => refuseUnavailable(order(options), tlds.get(extension)!)).toThrow(expect.objectContaining({ refusal }))
  })
})

describe('the period of an order', () => {
  it.each([
    [1, undefined, 1],
    [10, 'y', 10],
    [12, 'm', 1],
    [36, 'm', 3],
    [8, 'q', 2],
  ] as const)('of %d %s is read as %d years', (period, unit, years) => {
    expect(orderedYears({ period, unit }, com)).toBe(years)
  })

  it.each([
    [1, 'm'],
    [6, 'q'],
    [11, 'y'],
    [0, 'y'],
    [-12, 'm'],
    [132, 'm'],
  ] as const)('of %d %s is refused', (period, unit) => {
    expect(() => orderedYears({ period, unit }, com)).toThrow(expect.objectContaining({ refusal: 'period_invalid' }))
  })
})
