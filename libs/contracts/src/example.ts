type Schema = { readonly [keyword: string]: unknown }

/** Finds the schema that a reference stands for. */
export type Resolve = (schema: Schema) => Schema

const instant = '2027-03-01 09:30:00'

/** Typical values by field name; `Schema.field` takes precedence over `field`. */
const usual: Readonly<Record<string, unknown>> = {
  address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  alg: 13,
  area_code: '20',
  autorenew: 'default',
  billing_handle: 'AJ100001-NL',
  common_name: 'example.com',
  city: 'Amsterdam',
  company_name: 'Example BV',
  country: 'NL',
  country_code: '+31',
  currency: 'EUR',
  email: 'ada@example.com',
  expired_at: '0000-00-00 00:00:00',
  expiration_date: '2028-03-01 09:30:00',
  extension: 'com',
  first_name: 'Ada',
  flags: 257,
  full_name: 'Ada Jansen',
  handle: 'AJ100001-NL',
  admin_handle: 'AJ100001-NL',
  owner_handle: 'AJ100001-NL',
  tech_handle: 'AJ100001-NL',
  reseller_handle: '',
  id: 10001,
  initials: 'A.',
  ip: '192.0.2.1',
  language: 'en',
  last_name: 'Jansen',
  locale: 'en_GB',
  name: 'example.com',
  'DomainName.name': 'example',
  'DomainNameserver.name': 'ns1.example.net',
  'ExtensionAdditionalData.name': 'com',
  'Record.name': 'www.example.com',
  'RecordGiven.name': 'www',
  'RecordNamed.name': 'www',
  'Record.value': '192.0.2.10',
  'RecordGiven.value': '192.0.2.10',
  'RecordNamed.value': '192.0.2.10',
  'Record.type': 'A',
  'RecordGiven.type': 'A',
  'RecordNamed.type': 'A',
  'Domain.auth_code': '',
  'DomainOperation.id': '019a9f3e-7c00-7cc0-b3a5-2f1d6e8a9b01',
  'Event.account': 1001,
  'Event.id': '019a9f3e-7c00-7cc0-b3a5-2f1d6e8a9b01',
  'Event.requestid': '019a9f3e-7c00-7cc0-b3a5-2f1d6e8a9b02',
  'Event.sequence': '000000000000042',
  'Event.source': '/v1/events',
  'Event.subject': 'domains/10001',
  'Event.time': '2027-03-01T09:30:00.000Z',
  'Event.type': 'domain.activated',
  'EmailVerification.domain': 'example.com',
  'CheckedName.domain': 'example.com',
  'Tag.value': 'gold',
  number: '1',
  ns_group: 'dns-openprovider',
  password: 'correct horse battery',
  period: 1,
  price: 8.5,
  prio: 0,
  protocol: 3,
  pub_key: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
  record_host: '_dmarc.example.com',
  record_type: 'CNAME',
  record_value: '_dmarc.example_com._d.dmarc.nameyard.example',
  reseller_id: 1001,
  role: 'tech',
  street: 'Keizersgracht',
  subscriber_number: '5551234',
  success: true,
  token: '00112233445566778899aabbccddeeff',
  total: 1,
  ttl: 3600,
  username: 'ada',
  zipcode: '1015 CJ',
}

/**
 * An example of a JSON Schema from typical values of its fields: all required fields, and the examples of schemas that have
 * one. A test validates it against the schema.
 */
export function exampleOf(given: Schema, resolve: Resolve, field = ''): unknown {
  const reference = given.$ref as string | undefined
  const schema = resolve(given)
  const component = reference?.slice(reference.lastIndexOf('/') + 1) ?? ''
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (field in usual && matches(usual[field], schema)) return usual[field]
  const short = field.slice(field.indexOf('.') + 1)
  if (short in usual && matches(usual[short], schema)) return usual[short]
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0] as Schema, resolve, field)
  if ('default' in schema) return schema.default
  // A nullable schema has a list of types; the first one is shown.
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        ((schema.required as string[] | undefined) ?? []).map((name) => {
          const property = (schema.properties as Record<string, Schema>)[name]!
          return [name, exampleOf(property, resolve, `${component}.${name}`)]
        }),
      )
    case 'array':
      return [exampleOf(schema.items as Schema, resolve, short)]
    case 'integer':
    case 'number':
      return Math.max(1, (schema.minimum as number | undefined) ?? 1)
    case 'boolean':
      return false
    case 'string':
      return String(schema.pattern ?? '').startsWith('^\\d{4}') ? instant : 'text'
    default:
      return {}
  }
}

/** Whether a typical value fits the schema; the same field name can have another type elsewhere. */
function matches(value: unknown, { type, enum: words }: Schema): boolean {
  if (Array.isArray(words)) return words.includes(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === typeof value
}
