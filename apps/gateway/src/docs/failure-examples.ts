import { errors, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import { failureBody, problemBody } from '../http/envelope'

/** Typical values for the placeholders of a sentence. */
const usual: Readonly<Record<string, string | number>> = {
  account: 'acme-registry',
  address: '192.0.2.300',
  alg: 5,
  approval: 17,
  audience: 'partner',
  available: '4.20 EUR',
  code: 'SPRING',
  correlationId: '019a9f3e-7c00-7cc0-b3a5-2f1d6e8a9b01',
  count: 16,
  country: 'XX',
  currency: 'XYZ',
  domain: 'example.com',
  email: 'ada@example',
  extension: 'example',
  field: 'owner_handle',
  group: 'dns-example',
  handle: 'AJ100001-NL',
  id: 10001,
  ip: '192.0.2.300',
  ip6: '2001:db8::zz',
  key: 'dnssec_keys.0',
  limit: 15,
  left: '1.50 EUR',
  line: 12,
  list: 'claims',
  method: 'PATCH',
  min: 3,
  mode: 'sunrise',
  name: 'ns1.example.com',
  needed: '8.50 EUR',
  operation: 'renew',
  order: 10001,
  path: '/v1/domain',
  period: 'day',
  phase: 'sunrise',
  price: '8.50 EUR',
  problem: 'is invalid',
  product: 5,
  provider: 'other',
  reason: 'Object status prohibits operation',
  record: 'www.example.com A',
  records: 12,
  removed: 8,
  reseller: 1001,
  role: 'owner',
  scope: 'purchase',
  status: 'DEL',
  template: 'web and mail',
  until: '2027-01-01 00:10:00',
  username: 'ada',
  value: 'platinum',
  version: 7,
  zone: 'example.com',
}

type Details = Readonly<Record<string, string | number>>

/** Values for the placeholders of single refusals, mainly the problem. */
const own: Partial<Readonly<Record<ErrorName, Details>>> = {
  additional_data_invalid: { field: 'additional_data.intended_use', problem: 'cannot be 7' },
  additional_data_missing: { field: 'additional_data.intended_use' },
  authcode_type_invalid: { problem: 'must be one of external, internal' },
  autorenew_invalid: { problem: 'must be one of on, off, default' },
  birth_date_invalid: { problem: 'must be YYYY-MM-DD' },
  body_too_large: { limit: 4_259_840 },
  certificates_unavailable: { problem: 'the issuing key cannot be read' },
  city_invalid: { problem: 'must not contain control characters' },
  common_name_invalid: { field: 'common_name', problem: 'localhost is not a host name below a top-level domain' },
  company_name_invalid: { problem: 'must have at most 255 characters' },
  contact_role_unknown: { problem: 'must be one of admin, tech, billing, readonly' },
  csr_field_invalid: { field: 'bits', problem: 'must be one of 2048, 3072, 4096' },
  csr_invalid: { problem: 'is not PKCS #10 in PEM' },
  deletion_type_invalid: { problem: 'pushtoregistry is not offered for .com' },
  dnssec_key_invalid: { problem: 'flags must be 256 or 257' },
  dnssec_unavailable: { field: 'is_dnssec_enabled', problem: 'needs dnssec_keys or our nameservers' },
  domain_name_invalid: { domain: 'exa_mple.com', problem: 'has the character _' },
  domain_name_too_long: { problem: 'has more than 63 characters' },
  email_argument_missing: { field: 'email' },
  event_consumer_ahead: { after: 980, newest: 812 },
  event_consumer_behind: { after: 12, resume: 340 },
  event_consumer_not_found: { name: 'billing' },
  event_consumers_too_many: { limit: 100 },
  event_streams_too_many: { limit: 10 },
  webhook_delivery_not_found: { id: 12, delivery: 8807 },
  webhook_event_gone: { delivery: 8807 },
  webhook_limit_reached: { limit: 20 },
  webhook_not_active: { id: 12, status: 'paused' },
  webhook_not_found: { id: 12 },
  webhook_tests_waiting: { id: 12, limit: 10 },
  webhook_url_refused: { problem: 'localhost is not a host of the public Internet' },
  events_expired: { field: 'after', after: 12, oldest: 341 },
  events_unknown: { field: 'after', after: 980, newest: 812 },
  fax_area_code_invalid: { problem: 'must be digits' },
  fax_country_code_invalid: { problem: 'must be one to three digits' },
  fax_invalid: { problem: 'is too short for its country' },
  fax_subscriber_number_invalid: { problem: 'must be digits' },
  first_name_invalid: { problem: 'must not contain control characters' },
  house_number_invalid: { problem: 'must have at most 32 characters' },
  house_suffix_invalid: { problem: 'must have at most 32 characters' },
  initials_invalid: { problem: 'must not contain control characters' },
  inn_invalid: { problem: 'must have 10 or 12 digits' },
  invalid_input: { field: 'limit', problem: 'must be at most 1000' },
  kpp_invalid: { problem: 'must have 9 digits' },
  last_name_invalid: { problem: 'must not contain control characters' },
  nameserver_name_invalid: { name: 'ns1_example' },
  nameserver_name_missing: { field: 'name_servers.0.name' },
  ns_group_name_invalid: { problem: 'is missing' },
  password_invalid: { problem: 'must have at least 12 characters' },
  period_invalid: { problem: '.com is sold for 1 to 10 years' },
  phone_area_code_invalid: { problem: 'must be digits' },
  phone_country_code_invalid: { problem: 'must be one to three digits' },
  phone_invalid: { problem: 'is too short for its country' },
  phone_subscriber_number_invalid: { problem: 'must be digits' },
  prefix_invalid: { problem: 'must not contain control characters' },
  queue_status_invalid: { problem: 'must be one of new, trade, transfer, transferOut, renew' },
  record_a_invalid: { problem: '192.0.2.300 is not an IPv4 address' },
  record_aaaa_invalid: { record: 'www.example.com AAAA', problem: '2001:db8::zz is not an IPv6 address' },
  record_cname_invalid: { record: 'www.example.com CNAME', problem: 'www.123 is not a host name' },
  record_invalid: { record: 'example.com CAA', problem: 'the tag is missing' },
  record_mx_invalid: { record: 'example.com MX', problem: 'www.123 is not a host name' },
  record_name_invalid: { record: 'a..b A', problem: 'the name has an empty label' },
  record_ns_invalid: { record: 'sub.example.com NS', problem: 'www.123 is not a host name' },
  record_priority_invalid: { record: 'example.com MX', problem: 'prio must be from 0 to 65535' },
  record_spf_invalid: { record: 'example.com SPF', problem: 'a quotation mark is not closed' },
  record_srv_invalid: { record: '_sip._tcp.example.com SRV', problem: 'the value must be weight, port and target' },
  record_ttl_invalid: { problem: 'ttl must be from 60 to 604800' },
  record_txt_invalid: { record: 'example.com TXT', problem: 'a quotation mark is not closed' },
  record_type_invalid: { record: 'www.example.com WKS', problem: 'the type is not offered' },
  renewal_too_early: { problem: 'possible from 2028-02-01 on' },
  role_insufficient: { role: 'billing', allowed: 'admin or tech' },
  rrset_conflict: { record: 'www.example.com CNAME', problem: 'there are other records of this name' },
  signed_mark_invalid: { problem: 'is not for this name' },
  ssl_handle_missing: { field: 'organization_handle', problem: 'is missing' },
  ssl_names_invalid: { field: 'host_names', problem: 'has 3 names, but the order pays for 2' },
  ssl_period_invalid: { problem: 'must be 1 to 3 years' },
  ssl_product_invalid: { problem: 'there is no certificate product 99' },
  key_spend_limit: { limit: '50.00 EUR' },
  ssl_signature_invalid: { problem: 'sha1 is not offered' },
  ssl_software_invalid: { problem: 'must be one of linux, windows' },
  state_invalid: { problem: 'must have at most 255 characters' },
  status_invalid: { field: 'status', problem: 'must be one of ACT, DEL, FAI, PEN, REQ, RRQ, SCH' },
  street_invalid: { problem: 'must not contain control characters' },
  tag_value_invalid: { field: 'value', problem: 'must have at most 255 characters' },
  template_name_invalid: { problem: 'is taken by another template' },
  template_order_invalid: { problem: 'must be name' },
  username_invalid: { problem: 'must be 1 to 255 characters without spaces at the ends' },
  validation_method_invalid: { problem: '*.example.com is proven by dns or email' },
  vat_invalid: { problem: 'does not match the format of its country' },
  website_invalid: { problem: 'must be an http or https address' },
  zipcode_invalid: { problem: 'must have at most 32 characters' },
  zone_file_invalid: { problem: 'a parenthesis is not closed' },
  zone_master_invalid: { problem: 'must be an IPv4 or IPv6 address' },
}

/** The fault of an example, for refusals that name a field. */
function faultsOf(details: Details): ConstructorParameters<typeof Refusal>[2] {
  return details.field === undefined || details.problem === undefined
    ? []
    : [{ path: String(details.field), problem: String(details.problem) }]
}

/** An example of a refusal with all placeholders filled. */
function exampleRefusal(name: ErrorName): Refusal {
  return new Refusal(name, { ...usual, ...own[name] }, faultsOf(own[name] ?? {}))
}

/** One answer for a refusal: its plain body, or the problem document of RFC 9457. */
export interface FailureExample {
  readonly summary: string
  readonly value: unknown
}

/** The plain body and the problem document of a refusal. */
export function failureExamples(name: ErrorName): readonly [plain: FailureExample, problem: FailureExample] {
  const refusal = exampleRefusal(name)
  const summary = `${errors[name].code} ${name}`
  return [
    { summary, value: JSON.parse(failureBody(refusal)) as unknown },
    { summary, value: JSON.parse(problemBody(refusal, String(usual.correlationId))) as unknown },
  ]
}
