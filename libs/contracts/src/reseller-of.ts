import { fail } from './errors'
import type { Call } from './operation'

/** Returns the account of a call; refuses a call without one with `authentication_failed`. */
export function resellerOf({ actor }: Call): number {
  return actor?.resellerId ?? fail('authentication_failed')
}
