import { fail } from '@nameyard/contracts/errors'
import type { Domain } from './model/domain'
import { permission, type Permission, type PhasedOperation } from './model/permissions'

/** What an operation does in the phase of a domain. Refuses an operation that the table does not permit. */
export function permitted(operation: PhasedOperation, { phase, name }: Pick<Domain, 'name' | 'phase'>): Permission {
  const decided = permission(operation, phase)
  return typeof decided === 'string' ? decided : fail(decided.refused, { domain: name })
}

/** The account that has a name on the platform, and the phase of the domain. */
export type Held = Pick<Domain, 'phase' | 'resellerId'>

/**
 * Refuses to register a name that the platform already has. For the account of the domain, the refusal names the phase.
 * For other accounts it only says that the name is taken.
 */
export function refuseHeld(domain: string, held: Held | undefined, resellerId: number): never {
  const decided = held?.resellerId === resellerId ? permission('create', held.phase) : undefined
  return fail(typeof decided === 'object' ? decided.refused : 'domain_not_free', { domain })
}
