import { fail } from './errors'
import type { AnyOperation, Call, Right } from './operation'

/** All rights. A token that was requested without a scope has them all. */
export const everyRight = ['read', 'write', 'purchase', 'transfer-codes'] as const satisfies readonly Right[]

/**
 * Refuses with `scope_insufficient` if the token lacks a right. For operations whose input decides which right is needed,
 * such as a change that also costs money.
 */
export function demandRight({ actor }: Pick<Call, 'actor'>, right: Right): void {
  if (actor && !actor.scope.includes(right)) fail('scope_insufficient', { scope: right })
}

/** Refuses an API key with limits with `key_limited`: what it made would not have its limits. */
export function refuseLimited({ actor }: Pick<Call, 'actor'>): void {
  if (actor?.isLimited) fail('key_limited')
}

/** Refuses an API key that is limited to some objects with `key_limits_operation`, unless the operation admits such keys. */
export function refuseBeyondObjects(operation: AnyOperation, { actor }: Pick<Call, 'actor'>): void {
  if (actor?.limits && !operation.admitsLimitedKeys) fail('key_limits_operation')
}

/** Whether a caller may see and change a domain of its account. The name is in lower case with A-labels. */
export function reachesDomain({ actor }: Pick<Call, 'actor'>, name: string): boolean {
  return actor?.limits === undefined || actor.limits.domains.includes(name)
}
