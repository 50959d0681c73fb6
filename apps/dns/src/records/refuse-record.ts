import { errors, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { RecordError } from '@nameyard/zone/zone-record'

/** Types with an error code of their own; the others share `record_invalid`. */
const byType: Readonly<Record<string, ErrorName>> = {
  A: 'record_a_invalid',
  AAAA: 'record_aaaa_invalid',
  CNAME: 'record_cname_invalid',
  MX: 'record_mx_invalid',
  NS: 'record_ns_invalid',
  SPF: 'record_spf_invalid',
  SRV: 'record_srv_invalid',
  TXT: 'record_txt_invalid',
}

/** The error code for records of a type. */
export function codeOfType(type: string): number {
  return errors[byType[type] ?? 'record_invalid'].code
}

const byKind: Readonly<Record<Exclude<RecordError['kind'], 'value_invalid' | 'type_managed'>, ErrorName>> = {
  type_unsupported: 'record_type_invalid',
  name_invalid: 'record_name_invalid',
  value_missing: 'record_value_missing',
  ttl_invalid: 'record_ttl_invalid',
  prio_invalid: 'record_priority_invalid',
  duplicate: 'record_duplicate',
  conflict: 'rrset_conflict',
}

/** Returns the refusal of an invalid record. `path` is its path in the input, if it comes from there. */
export function recordRefusal({ kind, record, type, field, problem }: RecordError, path?: string): Refusal {
  const isOfType = kind === 'value_invalid' || kind === 'type_managed'
  const name = isOfType ? (byType[type] ?? 'record_invalid') : byKind[kind]
  return new Refusal(name, { record, type, problem }, path === undefined ? [] : [{ path: `${path}.${field}`, problem }])
}
