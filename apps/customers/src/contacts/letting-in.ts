import type { Call } from '@nameyard/contracts/operation'
import { demandRight, everyRight } from '@nameyard/contracts/rights'
import type { ContactDetails } from './contact-details'

type Access = Pick<ContactDetails, 'api_access_enabled' | 'is_active'>

/**
 * Whoever is let in logs in with every right: a token that lacks one would gain it by a person that it makes. Asked
 * before somebody may call the API who might not before.
 */
export function refuseLettingInBeyond(call: Call, before: Partial<Access> | undefined, after: Partial<Access>): void {
  if (!isIn(after) || (before && isIn(before))) return
  for (const right of everyRight) demandRight(call, right)
}

function isIn({ api_access_enabled = false, is_active = true }: Partial<Access>): boolean {
  return api_access_enabled && is_active
}
