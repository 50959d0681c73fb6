import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'

/** Returns the account whose trail the caller may read. Refuses a key that has limits. */
export function auditedAccount(call: Call): number {
  const { actor } = call
  if (!actor) fail('authentication_failed')
  return actor.resellerId
}
