import { errors, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import { failureBody, problemBody, retryAfter, successBody } from './envelope'

const correlationId = '00000000-0000-4000-8000-000000000000'

const longestName = 'what-a-company-is-called-and-sells-in-no-more-than-63-characters.international'

/** The longest details that services put into sentences. */
const longestDetails = {
  account: 'registry-account-of-a-country-1',
  address: '2001:0db8:1111:2222:3333:4444:5555:6666/128',
  after: 888_888_888_888_888,
  alg: 255,
  available: 'EUR 9876543.21',
  code: 'a-promotion-code-of-the-year-2027',
  correlationId,
  count: 10_000,
  country: 'Netherlands',
  currency: 'EUR',
  delivery: 1_234_567_890_123,
  domain: longestName,
  email: `somebody.with.a.long.name@${longestName}`,
  extension: 'international',
  field: 'additional_data.company_registration_subscription_date',
  group: 'The group of nameservers of a reseller whose name is as long as it may be, 100 characters',
  handle: 'AB1234567-NL',
  id: 1_234_567_890,
  ip: '1234.1234.1234.1234',
  ip6: '2001:0db8:1111:2222:3333:4444:5555:6666',
  key: 'dnssec_keys.10',
  limit: 4_194_304,
  line: 10_000,
  list: 'prices-of-2027',
  max: 63,
  method: 'DELETE',
  min: 2,
  mode: 'sunrise',
  name: `ns1.${longestName}`,
  needed: 'EUR 1234567.89',
  newest: 777_777_777_777_777,
  object: longestName,
  oldest: 999_999_999_999_999,
  operation: 'soft_restore',
  order: 1_234_567_890,
  path: '/v1/domains/additional-data/customers',
  phase: 'sunrise',
  price: 'EUR 12345.67',
  problem: 'must be 1 to 255 characters without space at its ends',
  product: 1_234_567_890,
  provider: 'another-provider-of-domains',
  reason: 'The domain of the host does not exist (Object does not exist)',
  record: `HTTPS _8443._https.www.${longestName}`,
  records: 10_000,
  removed: 10_000,
  reseller: 1_234_567_890,
  resume: 777_777_777_777_777,
  role: 'administrator',
  scope: 'transfer-codes',
  status: 'being cancelled',
  template: 'The template of records of a reseller whose name is as long as it may be, 100 characters',
  username: `somebody.with.a.long.name@${longestName}`,
  value: 'a value of a tag that is as long as a tag may be',
  version: 4_294_967_295,
  zone: longestName,
}

/** The longest details of single refusals. */
const ownDetails: Partial<Record<ErrorName, Readonly<Record<string, string>>>> = {
  approval_needed: { approval: '999999999', price: 'price 1000000.00 EUR', until: '2037-11-22 00:00:00' },
  approval_unusable: { approval: '999999999', problem: 'is for a call with other arguments' },
  certificates_unavailable: { problem: 'CA_KEY_SECRET is not set' },
  credit_too_low: { hint: ' Top up: npm run admin -- ledger' },
  email_recipients_demanded: { policy: 'data-reminder' },
  key_spend_limit: { limit: '100000.00 EUR', period: 'month', needed: '1234.00 EUR', left: '98.00 EUR' },
  nameserver_in_use: { problem: 'a-shop.com, b-shop.com and 10000 more' },
  order_refused: { order: correlationId },
  owner_not_eligible: { audience: 'owners in the EU or EEA and EU citizens', country: 'US', extension: 'eu' },
  period_invalid: { problem: '.international can be paid for 10 years ahead, and 2037-11-22 is paid for' },
  record_mx_invalid: { problem: 'MX records can be set at the zone’s own name only' },
  registration_date_invalid: { problem: 'is not a date YYYY-MM-DD' },
  renewal_too_early: { problem: 'possible from 2027-11-22 on' },
  role_insufficient: { role: 'readonly', allowed: 'admin or tech or billing' },
  rrset_conflict: { problem: '10000 records of one type stand at the name, at most 1000 can' },
  webhook_test_failed: { problem: 'webhooks.example.com did not answer within 8 s' },
  zone_control_unproved: { problem: 'it is not delegated to exactly your servers' },
}

describe('a success', () => {
  it('wraps JSON texts without spaces and with the keys in the order that clients expect', () => {
    expect(successBody('{"id":7}', '[]')).toBe('{"code":0,"data":{"id":7},"desc":"","maintenance":false,"warnings":[]}')
  })
})

describe('a failure', () => {
  it('has desc, code and data in this order, and data is a string', () => {
    expect(failureBody(new Refusal('authentication_failed'))).toBe(
      '{"desc":"Authentication/Authorization Failed","code":196,"data":""}',
    )
  })

  it('has at most 120 characters, even with very long details', () => {
    const longest = { domain: 'x'.repeat(300), field: '"'.repeat(300), problem: '\\"\u0007😀'.repeat(80) }
    for (const name of Object.keys(errors) as ErrorName[]) {
      const body = failureBody(new Refusal(name, longest))
      expect(body.length).toBeLessThanOrEqual(120)
      expect(JSON.parse(body)).toEqual({ desc: expect.any(String), code: errors[name].code, data: '' })
    }
  })

  it.each(Object.keys(errors) as ErrorName[])(
    '%s keeps its wording and its reason and names its object once, even with the longest details',
    (name) => {
      const { desc: template } = errors[name]
      const body = failureBody(new Refusal(name, { ...longestDetails, ...ownDetails[name] }))
      expect(body.length).toBeLessThanOrEqual(120)
      const { desc } = JSON.parse(body)
      for (const words of template.split(/\{\w+\}/)) expect(desc).toContain(words)
      for (const [, key = ''] of template.matchAll(/\{(\w+)\}/g)) {
        const value = String({ ...longestDetails, ...ownDetails[name] }[key as 'domain'])
        if (key === 'problem' || key === 'reason') expect(desc).toContain(value.replace(/ \(.*\)$/, ''))
        else if (key === 'field') expect(desc.split(value.slice(-13))).toHaveLength(2)
        else expect(desc.split(value.slice(0, 13)).length).toBeGreaterThanOrEqual(2)
        if (value.length > 13) expect(desc.split(value.slice(0, 13)).length).toBeLessThanOrEqual(2)
      }
    },
  )

  it('shortens long details with an ellipsis and never cuts a character in half', () => {
    const quoted = '"😀'.repeat(30)
    const { desc } = JSON.parse(failureBody(new Refusal('invalid_input', { field: quoted, problem: quoted })))
    expect(desc).toMatch(/^…["😀]+: ["😀]+…\.$/u)
    expect(desc.isWellFormed()).toBe(true)
  })

  it('does not shorten a sentence that fits', () => {
    const { desc } = JSON.parse(failureBody(new Refusal('domain_not_found', { domain: 'a.example' })))
    expect(desc).toBe('Domain a.example is not in your account.')
  })
})

describe('a problem document', () => {
  it('has code, data and desc, and lists every fault with its field', () => {
    const faults = [
      { path: 'name.first_name', problem: 'is required' },
      { path: 'limit', problem: 'must be at most 1000' },
    ]
    const refusal = new Refusal('invalid_input', { field: 'name.first_name', problem: 'is required' }, faults)
    expect(JSON.parse(problemBody(refusal, correlationId))).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'name.first_name: is required.',
      instance: `urn:uuid:${correlationId}`,
      code: 806,
      data: '',
      desc: 'name.first_name: is required.',
      errors: [
        { field: 'name.first_name', code: 806, data: '', desc: 'is required' },
        { field: 'limit', code: 806, data: '', desc: 'must be at most 1000' },
      ],
    })
  })
})

describe('the time to wait', () => {
  it('is returned only for too many requests and for an unavailable service', () => {
    expect(retryAfter(new Refusal('service_unavailable'))).toBe(2)
    expect(retryAfter(new Refusal('rate_limited', { retryAfter: 1200 }))).toBe(1200)
    expect(retryAfter(new Refusal('domain_not_found'))).toBeUndefined()
  })
})
