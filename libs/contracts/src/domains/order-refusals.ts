import type { ErrorName } from '../errors'

/** Refusals of the contacts of an order. */
export const handleRefusals = [
  'owner_handle_invalid',
  'admin_handle_invalid',
  'tech_handle_invalid',
  'billing_handle_invalid',
  'owner_not_eligible',
] as const satisfies readonly ErrorName[]

/** Refusals of the name servers of an order. */
export const nameserverRefusals = [
  'nameserver_duplicate',
  'nameserver_name_missing',
  'nameserver_name_invalid',
  'nameserver_ip_invalid',
  'nameserver_ip6_invalid',
] as const satisfies readonly ErrorName[]

/** Refusals of the DNSSEC keys of an order. */
export const zoneKeyRefusals = [
  'dnssec_key_invalid',
  'dnssec_protocol_invalid',
  'dnssec_algorithm_unsupported',
  'dnssec_key_not_base64',
] as const satisfies readonly ErrorName[]
