import type { Call } from '@nameyard/contracts/operation'
import { demandRight, everyRight } from '@nameyard/contracts/rights'
import type { ContactDetails } from './contact-details'

type Access = Pick<ContactDetails, 'api_access_enabled' | 'is_active'>

/**
 * Refuses to grant API access to a contact unless the token has every scope itself: the contact could log in with every
 * scope.
 */
export function refuseAccessGrantBeyond(call: Call, before: Partial<Access> | undefined, after: Partial<Access>): void {
  if (!isIn(after) || (before && isIn(before))) return
  for (const right of everyRight) demandRight(call, right)
}

/**
 * Refuses to change the e-mail address of a contact with API access unless the token has every scope itself: with a
 * password reset, the new mailbox could log in with every scope.
 */
export function refuseMailboxChangeBeyond(
  call: Call,
  before: Access,
  changed: Pick<Partial<ContactDetails>, 'email'>,
): void {
  if (changed.email === undefined || !isIn(before)) return
  for (const right of everyRight) demandRight(call, right)
}

function isIn({ api_access_enabled = false, is_active = true }: Partial<Access>): boolean {
  return api_access_enabled && is_active
}
