import { fail } from './errors'
import type { Call, Effect } from './operation'

/** Every right that a token may have; one that was asked for without a scope has them all. */
export const everyRight: readonly Effect[] = ['read', 'write', 'purchase']

/**
 * Refuses with `scope_insufficient` what goes beyond the rights of the token where the input, not the operation, decides
 * which rights it takes: a change that also costs money.
 */
export function demandRight({ actor }: Pick<Call, 'actor'>, right: Effect): void {
  if (actor && !actor.scope.includes(right)) fail('scope_insufficient', { scope: right })
}
