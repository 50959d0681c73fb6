import type { ErrorName } from '@nameyard/contracts/errors'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { OperationPurpose } from '../../lifecycle/model/lifecycle'

/** Why an operation was refused or failed, as the registry worker reports it. */
export interface Reason {
  /** Name of the catalogue; absent where this service itself found the reason. */
  readonly refusal?: ErrorName | undefined
  /** Result code of the registry, where it gave one. It is only shown. */
  readonly code?: number | undefined
  readonly text: string
  /** What was refused, where it is a contact or host of the domain and not the domain itself. */
  readonly subject?: string | undefined
}

/** An operation that was refused or failed. */
interface Ended {
  readonly purpose: OperationPurpose
  readonly outcome: 'refused' | 'failed'
  readonly reason?: Reason | undefined
  readonly view: RegistryView
}

/**
 * The name of the catalogue that an order is refused with when its operation was refused or failed. An answer of the
 * registry is never reported as a registry that cannot be reached.
 */
export function refusalOf({ purpose, outcome, reason, view }: Ended): ErrorName {
  const lost = outcome === 'refused' ? lostDomain(purpose, view) : undefined
  if (lost) return lost
  if (!reason) return outcome === 'refused' ? 'registry_refused' : 'registry_unavailable'
  const { code, subject, refusal } = reason
  if (code === undefined) return refusal === 'internal_error' ? refusal : 'registry_refused'
  if (refusal === 'nameserver_in_use') return refusal
  if (outcome === 'failed' || subject !== undefined) return 'registry_refused'
  return refusal ?? 'registry_refused'
}

/** The text of the registry, with the contact or host that it is about. */
export function wordsOf({ text, subject }: Pick<Reason, 'subject' | 'text'>): string {
  return subject === undefined ? text : `${text}: ${subject}`
}

/** Whether a registry answers a check with a text that says that the name is reserved. */
export function isReserved(text: string): boolean {
  return /\breserved\b/i.test(text)
}

/** The refusal of an operation on a domain that another registrar sponsors, or that the registry does not know. */
function lostDomain(purpose: OperationPurpose, { presence }: RegistryView): ErrorName | undefined {
  if (purpose === 'create' || purpose === 'transfer') return undefined
  return presence === 'missing' ? 'domain_unknown_to_registry' : presence === 'foreign' ? 'domain_elsewhere' : undefined
}
