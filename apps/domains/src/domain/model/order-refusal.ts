import type { ErrorName } from '@nameyard/contracts/errors'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { OperationPurpose } from './lifecycle'
import type { Reason } from './outcome'

type ByCode = Readonly<Record<number, ErrorName>>

/** Result codes of RFC 5730 section 3 that say more about an order than that the registry refused it. */
const byPurpose: Readonly<Partial<Record<OperationPurpose, ByCode>>> = {
  create: { 2302: 'domain_not_free' },
  renew: { 2105: 'renewal_ineligible' },
  transfer: { 2202: 'authcode_invalid', 2300: 'transfer_running', 2303: 'domain_free', 2304: 'domain_locked' },
  trade: { 2202: 'authcode_invalid' },
  approve: { 2301: 'transfer_not_pending' },
  reject: { 2301: 'transfer_not_pending' },
}

/** Codes with which registries refuse a name that nobody may register: no code of RFC 5730 says just that. */
const policies: ReadonlySet<number> = new Set([2304, 2306, 2308])

/** An operation that came to nothing. */
interface Ended {
  readonly purpose: OperationPurpose
  readonly outcome: 'refused' | 'failed'
  readonly reason?: Reason | undefined
  readonly view: RegistryView
}

/**
 * By which name of the catalogue an order is refused whose operation at the registry came to nothing. What the registry
 * itself refused is never told as a registry that cannot be reached.
 */
export function refusalOf({ purpose, outcome, reason, view }: Ended): ErrorName {
  const lost = outcome === 'refused' ? lostDomain(purpose, view) : undefined
  if (lost) return lost
  if (!reason) return outcome === 'refused' ? 'registry_refused' : 'registry_unavailable'
  const { code, subject, refusal } = reason
  if (code === undefined) return refusal === 'internal_error' ? refusal : 'registry_refused'
  if (outcome === 'failed' || subject !== undefined) return 'registry_refused'
  if (purpose === 'create' && isReserved(reason)) return 'domain_reserved'
  return byPurpose[purpose]?.[code] ?? 'registry_refused'
}

/** The words of a registry, and what they are about where that is not the domain itself. */
export function wordsOf({ text, subject }: Pick<Reason, 'subject' | 'text'>): string {
  return subject === undefined ? text : `${text}: ${subject}`
}

/** Whether the registry says that a name is reserved, by a check or a create. */
export function isReserved({ code, text }: { readonly code?: number | undefined; readonly text: string }): boolean {
  return (code === undefined || policies.has(code)) && /\breserved\b/i.test(text)
}

/** What is wrong with an operation on a domain that another registrar has, or that is gone. */
function lostDomain(purpose: OperationPurpose, { presence }: RegistryView): ErrorName | undefined {
  if (purpose === 'create' || purpose === 'transfer') return undefined
  return presence === 'missing' ? 'domain_unknown_to_registry' : presence === 'foreign' ? 'domain_elsewhere' : undefined
}
