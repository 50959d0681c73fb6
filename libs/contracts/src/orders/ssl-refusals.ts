import type { ErrorName } from '../errors'

/** Refusals of a certificate request. */
export const certificateRefusals = [
  'csr_invalid',
  'common_name_invalid',
  'ssl_names_invalid',
  'ssl_names_too_many',
  'ssl_software_invalid',
  'ssl_signature_invalid',
  'ssl_handle_missing',
  'ssl_handle_invalid',
  'approver_email_missing',
  'approver_email_not_allowed',
  'validation_method_invalid',
  'certificates_unavailable',
] as const satisfies readonly ErrorName[]
