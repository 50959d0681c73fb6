import { fail } from '@nameyard/contracts/errors'
import type { Domain } from './model/domain'
import { permission, type Permission, type PhasedOperation } from './model/permissions'

/** What an operation does in the phase of a domain; refuses by the name that the table has for it. */
export function permitted(operation: PhasedOperation, { phase, name }: Pick<Domain, 'name' | 'phase'>): Permission {
  const decided = permission(operation, phase)
  return typeof decided === 'string' ? decided : fail(decided.refused, { domain: name })
}
