import type { RegistryRefusal } from './domain'

/** Refusals with the same text after which a domain is not repaired any more: an operator or the account must act. */
export const EQUAL_REFUSALS = 3

/** The refusal of a repair, counted together with earlier ones that have the same text. */
export function countedRefusal(before: RegistryRefusal | null, reason: string, now: Date): RegistryRefusal {
  if (before?.reason !== reason) return { reason, times: 1, since: now.toISOString() }
  return { ...before, times: before.times + 1 }
}

/** Whether the registry has repeated a refusal so often that the domain is not repaired any more. */
export function isGivenUp(refusal: Pick<RegistryRefusal, 'times'> | null): boolean {
  return refusal !== null && refusal.times >= EQUAL_REFUSALS
}
