import type { ErrorName } from '@nameyard/contracts/errors'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import type { ResultCode } from '@nameyard/epp/result-code'
import type { Reason } from './verdict'

type ByCode = Readonly<Partial<Record<ResultCode, ErrorName>>>

/** Result codes that say more about an operation than that the registry refused it (RFC 5730 section 3). */
const byKind: Readonly<Partial<Record<RegistryOperationKind, ByCode>>> = {
  'domain.create': { 2302: 'domain_not_free' },
  'domain.renew': { 2105: 'renewal_ineligible' },
  'domain.transfer': { 2202: 'authcode_invalid', 2300: 'transfer_running', 2303: 'domain_free', 2304: 'domain_locked' },
  'domain.trade': { 2202: 'authcode_invalid' },
  'domain.transfer-approve': { 2301: 'transfer_not_pending' },
  'domain.transfer-reject': { 2301: 'transfer_not_pending' },
}

/** Codes with which registries refuse a name that is reserved: RFC 5730 has no code for that. */
const policyCodes: ReadonlySet<number> = new Set([2304, 2306, 2308])

/**
 * The name of the catalogue that other services refuse an order with. A refusal of a contact or host, or one without a
 * result code, keeps the name of its verdict.
 */
export function orderRefusal(kind: RegistryOperationKind, { refusal, code, text, subject }: Reason): ErrorName {
  if (code === undefined || subject !== undefined) return refusal
  if (kind === 'domain.create' && policyCodes.has(code) && /\breserved\b/i.test(text)) return 'domain_reserved'
  return byKind[kind]?.[code as ResultCode] ?? 'registry_refused'
}
