import { z } from 'zod'
import { fittingSentence, wholeSentence } from './sentence'

/**
 * The catalogue of refusals. A refusal is raised by its name; code, HTTP status and sentence follow from here.
 * Grouped as RFC 5730 section 3 groups result codes: syntax, policy, authorization, object exists or missing, status
 * prohibits, pending, billing, system. `{name}` in a sentence is filled from the refusal's details.
 */
export interface ErrorEntry {
  /** Code of the envelope; clients act on it. */
  readonly code: number
  /** HTTP status by class of the code. */
  readonly http: 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 500 | 503
  /** One clear sentence that names the field or object at fault. */
  readonly desc: string
}

export const errors = {
  // Syntax
  malformed_json: { code: 4006, http: 400, desc: 'The request body is not valid JSON.' },
  body_too_large: { code: 4006, http: 400, desc: 'The request body is larger than {limit} bytes.' },
  invalid_input: { code: 806, http: 400, desc: '{field}: {problem}.' },
  domain_name_missing: { code: 300, http: 400, desc: 'domain.name: is missing.' },
  domain_name_too_long: { code: 302, http: 400, desc: '{domain}: {problem}.' },
  domain_name_invalid: { code: 303, http: 400, desc: '{domain}: {problem}.' },
  domain_name_hyphen_first: { code: 304, http: 400, desc: '{domain}: begins with a hyphen.' },
  domain_name_hyphen_last: { code: 305, http: 400, desc: '{domain}: ends with a hyphen.' },
  domain_name_too_short: { code: 501, http: 400, desc: '{domain}: .{extension} takes names from {min} characters.' },
  extension_missing: { code: 306, http: 400, desc: 'domain.extension: is missing.' },
  extension_invalid: { code: 307, http: 400, desc: 'Your domain request contains an invalid extension: {extension}.' },
  period_missing: { code: 315, http: 400, desc: 'period: is missing.' },
  period_invalid: { code: 316, http: 400, desc: 'period: {problem}.' },
  owner_handle_missing: { code: 330, http: 400, desc: 'owner_handle: is missing.' },
  owner_handle_invalid: { code: 331, http: 400, desc: 'Invalid owner handle!' },
  admin_handle_invalid: { code: 333, http: 400, desc: 'Invalid admin handle!' },
  tech_handle_invalid: { code: 335, http: 400, desc: 'Invalid tech handle!' },
  billing_handle_invalid: { code: 373, http: 400, desc: 'Invalid billing handle!' },
  nameservers_missing: { code: 220, http: 400, desc: 'Give name_servers or ns_group.' },
  nameservers_too_few: { code: 221, http: 422, desc: 'Give at least two name_servers, or ns_group.' },
  nameserver_name_missing: { code: 223, http: 400, desc: '{field}: the name of the nameserver is missing.' },
  nameserver_name_invalid: { code: 226, http: 400, desc: 'Nameserver {name} is not a valid host name.' },
  nameserver_ip_invalid: { code: 227, http: 400, desc: 'Nameserver {name}: {ip} is not a valid IPv4 address.' },
  nameserver_ip6_invalid: { code: 228, http: 400, desc: 'Nameserver {name}: {ip6} is not a valid IPv6 address.' },
  record_type_invalid: { code: 808, http: 400, desc: '{record}: {problem}.' },
  record_name_invalid: { code: 829, http: 400, desc: '{record}: {problem}.' },
  record_value_missing: { code: 814, http: 400, desc: '{record}: the value is missing.' },
  record_ttl_invalid: { code: 815, http: 400, desc: '{record}: {problem}.' },
  record_priority_invalid: { code: 816, http: 400, desc: '{record}: {problem}.' },
  record_a_invalid: { code: 820, http: 400, desc: '{record}: {problem}.' },
  record_cname_invalid: { code: 821, http: 400, desc: '{record}: {problem}.' },
  record_mx_invalid: { code: 822, http: 400, desc: '{record}: {problem}.' },
  record_ns_invalid: { code: 823, http: 400, desc: '{record}: {problem}.' },
  record_aaaa_invalid: { code: 826, http: 400, desc: '{record}: {problem}.' },
  record_txt_invalid: { code: 827, http: 400, desc: '{record}: {problem}.' },
  record_spf_invalid: { code: 828, http: 400, desc: '{record}: {problem}.' },
  record_srv_invalid: { code: 832, http: 400, desc: '{record}: {problem}.' },
  record_invalid: { code: 814, http: 400, desc: '{record}: {problem}.' },
  zone_file_invalid: { code: 806, http: 400, desc: 'Line {line}: {problem}.' },
  zone_records_missing: { code: 806, http: 400, desc: 'A master zone needs records.' },
  initials_invalid: { code: 101, http: 400, desc: 'name.initials: {problem}.' },
  first_name_missing: { code: 102, http: 400, desc: 'name.first_name: is missing.' },
  first_name_invalid: { code: 103, http: 400, desc: 'name.first_name: {problem}.' },
  prefix_invalid: { code: 104, http: 400, desc: 'name.prefix: {problem}.' },
  last_name_missing: { code: 105, http: 400, desc: 'name.last_name: is missing.' },
  last_name_invalid: { code: 106, http: 400, desc: 'name.last_name: {problem}.' },
  street_missing: { code: 110, http: 400, desc: 'address.street: is missing.' },
  street_invalid: { code: 111, http: 400, desc: 'address.street: {problem}.' },
  house_number_invalid: { code: 113, http: 400, desc: 'address.number: {problem}.' },
  house_suffix_invalid: { code: 114, http: 400, desc: 'address.suffix: {problem}.' },
  zipcode_invalid: { code: 116, http: 400, desc: 'address.zipcode: {problem}.' },
  city_missing: { code: 117, http: 400, desc: 'address.city: is missing.' },
  city_invalid: { code: 118, http: 400, desc: 'address.city: {problem}.' },
  state_invalid: { code: 119, http: 400, desc: 'address.state: {problem}.' },
  country_missing: { code: 120, http: 400, desc: 'address.country: is missing.' },
  phone_country_code_missing: { code: 130, http: 400, desc: 'phone.country_code: is missing.' },
  phone_country_code_invalid: { code: 131, http: 400, desc: 'phone.country_code: {problem}.' },
  phone_area_code_invalid: { code: 133, http: 400, desc: 'phone.area_code: {problem}.' },
  phone_subscriber_number_missing: { code: 134, http: 400, desc: 'phone.subscriber_number: is missing.' },
  phone_subscriber_number_invalid: { code: 135, http: 400, desc: 'phone.subscriber_number: {problem}.' },
  phone_invalid: { code: 136, http: 400, desc: 'phone: {problem}.' },
  fax_country_code_invalid: { code: 141, http: 400, desc: 'fax.country_code: {problem}.' },
  fax_area_code_invalid: { code: 142, http: 400, desc: 'fax.area_code: {problem}.' },
  fax_subscriber_number_invalid: { code: 143, http: 400, desc: 'fax.subscriber_number: {problem}.' },
  fax_invalid: { code: 144, http: 400, desc: 'fax: {problem}.' },
  inn_invalid: { code: 150, http: 400, desc: 'inn: {problem}.' },
  kpp_invalid: { code: 150, http: 400, desc: 'kpp: {problem}.' },
  birth_date_invalid: { code: 151, http: 400, desc: 'additional_data.birth_date: {problem}.' },
  company_name_invalid: { code: 161, http: 400, desc: 'company_name: {problem}.' },
  vat_invalid: { code: 162, http: 400, desc: 'vat: {problem}.' },
  website_invalid: { code: 169, http: 400, desc: 'website_url: {problem}.' },
  dnssec_key_invalid: { code: 890, http: 422, desc: '{key}: {problem}.' },
  dnssec_protocol_invalid: { code: 892, http: 422, desc: '{key}: the protocol is not 3.' },
  dnssec_algorithm_unsupported: { code: 893, http: 422, desc: '{key}: the registry takes no algorithm {alg}.' },
  dnssec_unavailable: { code: 896, http: 422, desc: '{field}: {problem}.' },
  dnssec_key_not_base64: { code: 895, http: 422, desc: '{key}: pub_key is not base64.' },
  registration_date_invalid: {
    code: 165,
    http: 400,
    desc: 'additional_data.company_registration_subscription_date: {problem}.',
  },
  country_invalid: { code: 121, http: 400, desc: 'address.country: {country} is not an ISO 3166-1 code.' },
  email_missing: { code: 145, http: 400, desc: 'email: is missing.' },
  email_invalid: { code: 146, http: 400, desc: 'email: {email} is not a valid address.' },
  email_argument_missing: { code: 20002, http: 409, desc: '{field}: is missing.' },
  contact_role_missing: { code: 170, http: 400, desc: 'role: is missing.' },
  contact_role_unknown: { code: 172, http: 400, desc: 'role: {problem}.' },
  contact_role_invalid: { code: 172, http: 400, desc: 'role: {role} is not tech or billing.' },
  tag_value_missing: { code: 806, http: 400, desc: 'value: is missing.' },
  tag_value_invalid: { code: 806, http: 400, desc: '{field}: {problem}.' },
  username_invalid: { code: 190, http: 400, desc: 'username: {problem}.' },
  password_invalid: { code: 5006, http: 400, desc: 'password: {problem}.' },
  address_list_invalid: { code: 5008, http: 400, desc: '{address} is not an IP address or range.' },
  ns_group_name_invalid: { code: 200, http: 400, desc: 'ns_group: {problem}.' },
  nameserver_address_missing: { code: 229, http: 400, desc: 'Nameserver {name} has neither ip nor ip6.' },
  template_order_invalid: { code: 871, http: 400, desc: 'order_by: {problem}.' },
  template_name_invalid: { code: 870, http: 400, desc: 'name: {problem}.' },
  currency_unsupported: { code: 806, http: 400, desc: 'currency: there is no price list in {currency}.' },
  currency_differs: { code: 806, http: 400, desc: 'currency: the account is kept in {currency}.' },
  early_access_fee_wrong: { code: 19005, http: 400, desc: 'accept_eap_fee: must be {price} for {domain}.' },
  authcode_missing: { code: 317, http: 400, desc: 'auth_code: is missing.' },
  authcode_invalid: { code: 318, http: 400, desc: 'auth_code: is not the code of {domain}.' },
  authcode_unavailable: { code: 319, http: 400, desc: 'The authcode of {domain} cannot be read.' },
  authcode_not_resettable: { code: 338, http: 400, desc: 'The authcode of {domain} cannot be reset.' },
  deletion_type_invalid: { code: 355, http: 400, desc: 'type: {problem}.' },
  autorenew_invalid: { code: 347, http: 400, desc: 'autorenew: {problem}.' },
  authcode_type_invalid: { code: 351, http: 400, desc: 'auth_code_type: {problem}.' },
  status_invalid: { code: 515, http: 400, desc: '{field}: {problem}.' },
  queue_status_invalid: { code: 398, http: 400, desc: 'queue_status: {problem}.' },
  provider_invalid: { code: 345, http: 400, desc: 'provider: there is no provider {provider} here.' },
  promo_code_invalid: { code: 13000, http: 400, desc: 'promo_code: there is no promotion {code}.' },
  application_mode_missing: { code: 370, http: 400, desc: 'application_mode: .{extension} is in {phase} now.' },
  application_mode_closed: { code: 371, http: 400, desc: 'application_mode: .{extension} is not in {mode} now.' },
  application_mode_wrong: { code: 377, http: 400, desc: 'application_mode: .{extension} knows no {mode}.' },
  claims_notice_missing: { code: 14000, http: 400, desc: 'application_notice_id: there is a trademark on {domain}.' },
  signed_mark_missing: { code: 14001, http: 400, desc: 'application_smd: {mode} takes names with a signed mark.' },
  signed_mark_invalid: { code: 14002, http: 400, desc: 'application_smd: {problem}.' },
  additional_data_missing: { code: 374, http: 400, desc: '{field}: is missing.' },
  additional_data_invalid: { code: 375, http: 400, desc: '{field}: {problem}.' },
  csr_invalid: { code: 1030, http: 400, desc: 'csr: {problem}.' },
  common_name_invalid: { code: 1031, http: 400, desc: '{field}: {problem}.' },
  ssl_product_invalid: { code: 1020, http: 400, desc: 'product_id: {problem}.' },
  ssl_period_invalid: { code: 1021, http: 400, desc: 'period: {problem}.' },
  ssl_software_invalid: { code: 1022, http: 400, desc: 'software_id: {problem}.' },
  ssl_handle_missing: { code: 1040, http: 400, desc: '{field}: {problem}.' },
  ssl_handle_invalid: { code: 1041, http: 400, desc: '{field}: customer {handle} is not in your account.' },
  approver_email_missing: { code: 1045, http: 400, desc: 'approver_email: is missing; {name} is proven by mail.' },
  csr_field_invalid: { code: 1005, http: 400, desc: '{field}: {problem}.' },
  not_sold_certificate: { code: 1092, http: 409, desc: 'product_id: certificate product {product} is not sold.' },
  not_sold: { code: 349, http: 400, desc: 'The operation {operation} is not sold for .{extension}.' },
  dmarc_not_sold: { code: 349, http: 400, desc: 'E-mail DMARC is not sold to your account.' },

  // Authorization
  authentication_failed: { code: 196, http: 401, desc: 'Authentication/Authorization Failed' },
  login_username_missing: { code: 10002, http: 401, desc: 'username: is missing.' },
  login_credentials_missing: { code: 10003, http: 401, desc: 'username and password: both are missing.' },
  login_password_missing: { code: 10004, http: 401, desc: 'password: is missing.' },
  access_denied: { code: 10005, http: 403, desc: 'API access is not allowed for this contact or from this address.' },
  scope_insufficient: { code: 4002, http: 403, desc: 'The token lacks the scope {scope}.' },
  contract_unsigned: { code: 309, http: 403, desc: 'The contract for .{extension} is not signed.' },

  // Object exists or missing
  route_not_found: { code: 4001, http: 404, desc: 'No such route: {method} {path}.' },
  username_unavailable: { code: 191, http: 409, desc: 'Username {username} is unavailable.' },
  customer_not_found: { code: 193, http: 404, desc: 'Customer {handle} is not in your account.' },
  domain_not_found: { code: 320, http: 404, desc: 'Domain {domain} is not in your account.' },
  dmarc_order_not_found: { code: 98, http: 404, desc: 'There is no DMARC order for {domain} in your account.' },
  ssl_order_not_found: { code: 98, http: 404, desc: 'There is no certificate order {order} in your account.' },
  ssl_product_not_found: { code: 98, http: 404, desc: 'There is no certificate product {product}.' },
  dmarc_order_unknown: { code: 98, http: 404, desc: 'DMARC order {id} is not in your account.' },
  zone_not_found: { code: 872, http: 404, desc: 'Zone specified is not found' },
  zone_master_invalid: { code: 807, http: 422, desc: 'master_ip: {problem}.' },
  zone_exists: { code: 805, http: 409, desc: 'Zone {zone} already exists.' },
  zone_being_made: { code: 805, http: 409, desc: 'Zone {zone} is being made by another request. Ask again.' },
  zone_unavailable: { code: 801, http: 409, desc: 'Zone {zone} is unavailable.' },
  record_duplicate: { code: 817, http: 409, desc: 'Duplicate record' },
  ns_group_not_found: { code: 201, http: 404, desc: 'Nameserver group {group} is not in your account.' },
  ns_group_exists: { code: 202, http: 409, desc: 'Nameserver group {group} already exists.' },
  nameserver_not_found: { code: 224, http: 404, desc: 'Nameserver {name} is not in your account.' },
  nameserver_exists: { code: 230, http: 409, desc: 'Nameserver {name} is already in your account.' },
  nameserver_unavailable: { code: 230, http: 409, desc: 'Nameserver {name} is unavailable.' },
  nameserver_busy: {
    code: 366,
    http: 409,
    desc: 'Nameserver {name} is being changed at the registry. Try again soon.',
  },
  nameserver_duplicate: { code: 222, http: 409, desc: 'Nameserver {name} is given twice.' },
  template_not_found: { code: 873, http: 404, desc: 'DNS template {template} is not in your account.' },
  zone_version_not_found: { code: 98, http: 404, desc: 'Zone {zone} has no version {version}.' },
  record_not_found: { code: 806, http: 404, desc: '{record}: there is no such record.' },
  tag_not_found: { code: 98, http: 404, desc: 'There is no tag {value} in your account.' },
  contact_not_found: { code: 193, http: 404, desc: 'Contact {id} is not in your account.' },
  reseller_not_found: { code: 98, http: 404, desc: 'There is no reseller {reseller}.' },
  person_not_found: { code: 98, http: 404, desc: 'There is no contact person {username}.' },
  email_verification_not_found: { code: 98, http: 404, desc: 'No verification of {email} was started.' },
  account_not_found: { code: 98, http: 404, desc: 'Reseller {reseller} has no balance.' },
  reservation_not_found: { code: 98, http: 404, desc: 'There is no reservation for order {order}.' },
  registry_account_not_found: { code: 98, http: 404, desc: 'There is no registry account {account}.' },
  price_list_not_found: { code: 98, http: 404, desc: 'There is no price list {list}.' },
  tld_not_found: { code: 307, http: 404, desc: 'Your request names an invalid extension: {extension}.' },
  domain_unknown_to_registry: { code: 353, http: 404, desc: 'The registry does not know {domain}.' },
  domain_elsewhere: { code: 356, http: 404, desc: 'Another registrar has {domain} at the registry.' },
  domain_in_account: { code: 326, http: 409, desc: 'Domain {domain} is already in your account.' },
  domain_not_active: { code: 327, http: 409, desc: 'Domain {domain} is in your account, and not active.' },

  // Status prohibits
  domain_not_free: { code: 311, http: 409, desc: 'Domain {domain} is not free.' },
  domain_reserved: { code: 513, http: 409, desc: 'Domain {domain} is reserved by its registry and not free.' },
  domain_order_duplicate: { code: 346, http: 409, desc: 'An order for {domain} is already running.' },
  dmarc_order_active: { code: 30003, http: 409, desc: 'An order for {domain} is already active.' },
  dmarc_order_not_failed: { code: 30001, http: 409, desc: 'DMARC order {id} has not failed and cannot be retried.' },
  domain_free: { code: 313, http: 409, desc: 'Domain {domain} is free and cannot be transferred.' },
  domain_status_prohibits: { code: 366, http: 409, desc: 'The status of {domain} does not allow this.' },
  domain_locked: { code: 328, http: 422, desc: 'Domain {domain} is locked.' },
  domain_lock_prohibited: { code: 367, http: 409, desc: 'The status of {domain} does not allow to change its lock.' },
  authcode_mailed: { code: 393, http: 409, desc: 'The registry mails the authcode of {domain} to its owner.' },
  internal_transfer: { code: 323, http: 409, desc: '{domain} is here already: transfer it with its internal code.' },
  transfer_running: { code: 514, http: 409, desc: 'A transfer of {domain} is already running.' },
  transfer_not_pending: { code: 354, http: 409, desc: 'No transfer of {domain} waits for an answer.' },
  email_verified: { code: 20000, http: 409, desc: '{email} is verified already.' },
  email_verification_running: { code: 20001, http: 409, desc: 'The verification of {email} is running.' },

  ssl_status_prohibits: { code: 1088, http: 409, desc: 'Certificate order {order} is {status}: this is not possible.' },
  ssl_reissue_unfinished: { code: 1083, http: 409, desc: 'Certificate order {order} is {status}, not ACT.' },
  approval_not_pending: { code: 1088, http: 409, desc: 'No certificate waits for this approval.' },
  prices_changed: { code: 366, http: 409, desc: 'The prices changed since they were compared. Compare again.' },
  prices_below_cost: { code: 366, http: 409, desc: '{count} prices are below cost, the first is {price}.' },
  request_in_progress: { code: 4007, http: 409, desc: 'The same request is still in progress. Ask again in a moment.' },
  order_refused: { code: 4007, http: 409, desc: 'Order {order} was refused before.' },

  // Billing
  credit_too_low: { code: 310, http: 402, desc: 'Credit too low: {needed} is needed, {available} is left.{hint}' },

  // Policy
  premium_fee_unaccepted: { code: 379, http: 422, desc: '{domain} is premium: accept_premium_fee must be {price}.' },
  premium_unavailable: { code: 19000, http: 422, desc: '{domain} is premium and has no price here. Ask support.' },
  early_access_fee_unaccepted: {
    code: 395,
    http: 422,
    desc: '{domain} is in early access: accept_eap_fee must be {price}.',
  },
  owner_not_eligible: {
    code: 175,
    http: 422,
    desc: 'owner_handle: .{extension} is for {audience}; this owner is in {country}.',
  },
  ssl_names_invalid: { code: 1024, http: 422, desc: '{field}: {problem}.' },
  ssl_names_too_many: { code: 1033, http: 422, desc: 'host_names: {count} names, the order is for {limit}.' },
  ssl_signature_invalid: { code: 1048, http: 422, desc: 'signature_hash_algorithm: {problem}.' },
  approver_email_not_allowed: { code: 1046, http: 400, desc: 'approver_email: {email} cannot approve {name}.' },
  validation_method_invalid: { code: 1029, http: 422, desc: 'domain_validation_methods: {problem}.' },
  certificates_unavailable: { code: 1092, http: 409, desc: 'No certificates are issued here: {problem}.' },
  ssl_renewal_too_early: {
    code: 25001,
    http: 422,
    desc: 'Certificate order {order} is renewed within 30 days of its end.',
  },
  names_too_many: { code: 399, http: 422, desc: 'At most {limit} names per call, {count} were given.' },
  rrset_conflict: { code: 821, http: 422, desc: '{record}: {problem}.' },
  soa_managed: { code: 811, http: 422, desc: '{record}: the platform makes the SOA of a zone.' },
  record_managed: { code: 810, http: 422, desc: '{record}: the platform manages this record.' },
  zone_change_braked: { code: 810, http: 422, desc: '{removed} of {records} records would go; guard=false allows it.' },
  customer_in_use: { code: 187, http: 422, desc: 'Customer {handle} is used by domains.' },
  customer_in_product: {
    code: 187,
    http: 422,
    desc: 'Customer {handle} is used by an order of a certificate or of e-mail DMARC.',
  },
  customer_in_order: { code: 187, http: 422, desc: 'Customer {handle} is used by an order that is under way.' },
  contact_is_last_admin: { code: 5004, http: 422, desc: 'An account keeps at least one active administrator.' },
  contact_is_caller: { code: 5005, http: 422, desc: 'You cannot delete yourself.' },
  ns_group_too_small: { code: 875, http: 422, desc: 'A nameserver group needs at least two name_servers.' },
  ns_group_managed: { code: 203, http: 422, desc: 'Nameserver group {group} is kept by the platform.' },
  ns_group_in_use: { code: 203, http: 422, desc: 'Nameserver group {group} is used by domains.' },
  nameserver_in_use: { code: 244, http: 422, desc: 'Nameserver {name} is used by {problem}.' },
  domain_not_lockable: { code: 329, http: 422, desc: 'Domains under .{extension} cannot be locked.' },
  privacy_unavailable: { code: 19006, http: 422, desc: '.{extension} has no WHOIS privacy.' },
  preregistration_closed: { code: 378, http: 422, desc: 'application_mode: .{extension} is open for everybody.' },
  tld_not_open: { code: 396, http: 422, desc: '.{extension} is not open yet.' },
  lock_needs_public_whois: { code: 19003, http: 422, desc: '{domain} cannot be locked while its privacy is on.' },
  deletion_too_late: { code: 368, http: 422, desc: 'It is too late to delete {domain} before its renewal.' },
  renewal_too_early: { code: 324, http: 422, desc: 'It is too early for a renewal: {problem}.' },
  renewal_ineligible: { code: 19307, http: 422, desc: 'The registry says it is too early to renew {domain}.' },
  restore_not_allowed: { code: 376, http: 422, desc: 'Domain {domain} cannot be restored.' },
  renewal_running: { code: 325, http: 422, desc: 'A renewal of {domain} is already running.' },
  transfer_unsupported: { code: 322, http: 422, desc: 'Domains under .{extension} cannot be transferred.' },
  owner_unchanged: { code: 364, http: 422, desc: '{domain} belongs to this owner already.' },
  trade_unsupported: { code: 321, http: 422, desc: 'Domains under .{extension} cannot be traded.' },
  idempotency_key_reused: { code: 4006, http: 409, desc: 'Idempotency-Key was used before with another request.' },

  // Rate
  rate_limited: { code: 50, http: 429, desc: 'Too many requests. Try again later.' },

  // System
  service_unavailable: { code: 4005, http: 503, desc: 'The service is busy or partly down. Try again.' },
  registry_refused: { code: 399, http: 422, desc: '{reason}: registry refused {object}.' },
  order_failed: { code: 399, http: 422, desc: '{reason}: the order for {domain} has failed.' },
  registry_failed: { code: 10, http: 503, desc: '{reason}: registry failed for {domain}. Try again.' },
  registry_unavailable: { code: 10, http: 503, desc: 'The registry cannot be reached now.' },
  internal_error: { code: 999, http: 500, desc: 'Internal error {correlationId}.' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errors

/** Name of a refusal inside a message. */
export const errorName = z.string().refine((name): name is ErrorName => name in errors)

/**
 * What a refusal tells beside its name: fills the sentence; never a secret. The refusal of an order also has the details
 * of {@link OrderDetails}.
 */
export type RefusalDetails = Readonly<Record<string, string | number>>

/** The order behind a refusal, told in problem documents. Absent parts are not known, or there is no order. */
export interface OrderDetails {
  /** Number of the domain that keeps the refused order, for `last-operation/restart`. */
  readonly domainId?: number
  readonly operationId?: string
  /** Result code of the registry (RFC 5730 section 3). */
  readonly registryCode?: number
  /** What the registry said, in its own words. */
  readonly registryText?: string
}

/** One fault of an input: the path of the field (dotted, with indices) and what is wrong with it. */
export interface Fault {
  readonly path: string
  readonly problem: string
  /** By which name this fault alone would be refused, where the refusal has another one. */
  readonly refusal?: ErrorName
}

/** An expected "no". Travels across the broker as `{name, details, faults}` and becomes the envelope at the edge. */
export class Refusal extends Error {
  constructor(
    readonly refusal: ErrorName,
    readonly details: RefusalDetails = {},
    readonly faults: readonly Fault[] = [],
  ) {
    super(describe(refusal, details))
    this.name = 'Refusal'
  }
}

/** Raises a refusal by its name in the catalogue. */
export function fail(refusal: ErrorName, details: RefusalDetails = {}, faults: readonly Fault[] = []): never {
  throw new Refusal(refusal, details, faults)
}

/**
 * The sentence of a refusal with its details filled in. Names over 40 characters are shortened with `…`. Where `fits`
 * refuses the sentence, it is shortened until it does not; the reason is shortened last.
 */
export function describe(
  refusal: ErrorName,
  details: RefusalDetails = {},
  fits?: (sentence: string) => boolean,
): string {
  return fittingSentence(errors[refusal].desc, details, fits)
}

/** The sentence of a refusal with all its details in full length. */
export function describeWhole(refusal: ErrorName, details: RefusalDetails = {}): string {
  return wholeSentence(errors[refusal].desc, details)
}
