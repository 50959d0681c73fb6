import { fail } from '@nameyard/contracts/errors'
import type { Domain } from './model/domain'
import { permission, type Permission, type PhasedOperation } from './model/permissions'

/** What an operation does in the phase of a domain; refuses by the name that the table has for it. */
export function permitted(operation: PhasedOperation, { phase, name }: Pick<Domain, 'name' | 'phase'>): Permission {
  const decided = permission(operation, phase)
  return typeof decided === 'string' ? decided : fail(decided.refused, { domain: name })
}

/** The account that has a name on the platform, and the phase the name is in. */
export type Held = Pick<Domain, 'phase' | 'resellerId'>

/**
 * Refuses to register a name that the platform has already. Its own account is told what it has; to another account the
 * name is only taken.
 */
export function refuseHeld(domain: string, held: Held | undefined, resellerId: number): never {
  const decided = held?.resellerId === resellerId ? permission('create', held.phase) : undefined
  return fail(typeof decided === 'object' ? decided.refused : 'domain_not_free', { domain })
}
