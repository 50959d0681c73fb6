import type { Input } from '@nameyard/contracts/operation'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { refuseUnavailable } from './unavailable-options'

const order = (over: Record<string, unknown>) => {
  const given = { domain: { name: 'example', extension: 'com' }, period: 1, owner_handle: 'H', ...over }
  return createDomain.input.parse(given) as Input<typeof createDomain>
}

describe('the options of an order', () => {
  it.each([
    [{}],
    [{ unit: 'y' }],
    [
      {
        is_private_whois_enabled: 'false',
        is_dnssec_enabled: 0,
        dnssec_keys: [],
        promo_code: ' ',
        use_domicile: false,
      },
    ],
  ])('that ask for nothing special are accepted: %j', (options) => {
    expect(() => refuseUnavailable(order(options))).not.toThrow()
  })

  it.each([
    ['is_private_whois_enabled', true],
    ['is_easy_dmarc_enabled', 'true'],
    ['is_sectigo_dns_enabled', true],
    ['is_spamexperts_enabled', true],
    ['is_hosted_accreditation', true],
    ['use_domicile', true],
    ['ns_template_id', 7],
    ['ns_template_name', 'mine'],
    ['application_mode', 'sunrise'],
    ['application_notice_id', 'notice'],
    ['application_smd', 'smd'],
    ['promo_code', 'free'],
  ])('cannot have %s yet', (field, value) => {
    expect(() => refuseUnavailable(order({ [field]: value }))).toThrow(
      expect.objectContaining({ refusal: 'invalid_input', details: expect.objectContaining({ field }) }),
    )
  })

  it('cannot be ordered by the month', () => {
    expect(() => refuseUnavailable(order({ unit: 'm' }))).toThrow(
      expect.objectContaining({ refusal: 'period_invalid' }),
    )
  })
})
