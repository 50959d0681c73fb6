import type { Domain } from './domain'
import { isGeneric } from './generic'
import { heldPhases } from './lifecycle'

interface Rules {
  readonly isNewGtld: boolean
  readonly isOwnerVerified?: boolean | undefined
}

/** Whether the e-mail address of the registrant must be verified: as the extension says, and by default where ICANN demands it. */
export function demandsVerification({ name }: Pick<Domain, 'name'>, { isOwnerVerified, isNewGtld }: Rules): boolean {
  return isOwnerVerified ?? isGeneric(name, isNewGtld)
}

/**
 * Whether a change gave a domain a registrant whom its account has named: it was created or gained, or its registrant changed.
 * @param before undefined for a domain that is new to the account: one that was adopted has the registrant that it had
 */
export function hasNewOwner(before: Domain | undefined, after: Domain): boolean {
  if (!heldPhases.has(after.phase)) return false
  if (!before) return after.movedFrom !== null
  return !heldPhases.has(before.phase) || before.ownerHandle !== after.ownerHandle
}
