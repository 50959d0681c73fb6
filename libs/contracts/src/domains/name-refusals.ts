import type { ErrorName } from '../errors'

/** Refusals of a domain name in a request: of its label and of its extension. */
export const nameRefusals = [
  'domain_name_missing',
  'domain_name_too_long',
  'domain_name_too_short',
  'domain_name_invalid',
  'domain_name_hyphen_first',
  'domain_name_hyphen_last',
  'extension_missing',
  'extension_invalid',
] as const satisfies readonly ErrorName[]
