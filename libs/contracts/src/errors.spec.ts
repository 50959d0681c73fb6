import { describe as sentence, errors, fail, Refusal, type ErrorName } from './errors'

const names = Object.keys(errors) as ErrorName[]

/** The HTTP statuses that clients can receive, by the class of the code. */
const statuses = [400, 401, 402, 403, 404, 409, 422, 429, 500, 503]

test.each(names)('%s has a code, an error status and a sentence that fits the envelope', (name) => {
  const { code, http, desc } = errors[name]
  expect(code).toBeGreaterThan(1)
  expect(statuses).toContain(http)
  const details = Object.fromEntries([...desc.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key!, 'x'.repeat(12)]))
  const body = JSON.stringify({ desc: sentence(name, details), code, data: '' })
  expect(body.length).toBeLessThanOrEqual(120)
})

test('no refusal has a code that means no change or that reveals data of other accounts', () => {
  const codes = names.map((name) => errors[name].code as number)
  for (const forbidden of [0, 1, 12, 18, 365, 1084]) expect(codes).not.toContain(forbidden)
})

test.each([
  ['authentication_failed', 196, 401],
  ['zone_not_found', 872, 404],
  ['domain_not_free', 311, 409],
  ['record_duplicate', 817, 409],
  ['extension_invalid', 307, 400],
  ['domain_not_found', 320, 404],
  ['admin_handle_invalid', 333, 400],
  ['contract_unsigned', 309, 403],
  ['contact_role_missing', 170, 400],
  ['trade_unsupported', 321, 422],
  ['dmarc_order_active', 30003, 409],
] as const)('%s has the code that clients act on', (name, code, http) => {
  expect(errors[name]).toMatchObject({ code, http })
})

test.each([
  ['zone_not_found', 'Zone specified is not found'],
  ['record_duplicate', 'Duplicate record'],
  ['admin_handle_invalid', 'Invalid admin handle!'],
] as const)('%s has exactly the sentence that clients compare with', (name, desc) => {
  expect(sentence(name)).toBe(desc)
})

test('domain_not_free contains the words that clients search for', () => {
  expect(sentence('domain_not_free', { domain: 'example.com' })).toContain('not free')
})

test('a long name in a sentence is shortened', () => {
  const desc = sentence('customer_not_found', { handle: 'x'.repeat(60) })
  expect(desc).toBe(`Customer ${'x'.repeat(39)}… is not in your account.`)
})

test('the problem in a sentence is not shortened', () => {
  const problem = 'must be one of PAI, REQ, ACT, REJ, FAI, EXP'
  expect(sentence('invalid_input', { field: 'status.0', problem })).toBe(`status.0: ${problem}.`)
})

test('fail raises a refusal with its name, details and sentence', () => {
  const raised = () => fail('domain_not_found', { domain: 'example.com' })
  expect(raised).toThrow(Refusal)
  expect(raised).toThrow('Domain example.com is not in your account.')
})
