import { fail } from './errors'
import type { Call } from './operation'

/** The account a call acts for; refuses a call that has none with `authentication_failed`. */
export function resellerOf({ actor }: Call): number {
  return actor?.resellerId ?? fail('authentication_failed')
}
