import type { ErrorName } from '../errors'

/** By which names a domain name of a request is refused: its label, and the extension below which it is asked for. */
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
