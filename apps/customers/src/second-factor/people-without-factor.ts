import type { getFactorDemand } from '@nameyard/contracts/factors/get-factor-demand'
import type { Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'

/** Older logins are no sign that a program still logs in. */
const LATELY_MS = 30 * 24 * 3_600_000

/** Returns which logins count, for `findPeopleWithoutFactor`. */
export function lately(resellerId: number, now: Date): { resellerId: number; since: Date } {
  return { resellerId, since: new Date(now.getTime() - LATELY_MS) }
}

export function peopleOnWire(
  people: readonly { readonly username: string; readonly lastLoginAt: Date }[],
): Result<typeof getFactorDemand>['people'] {
  return people.map(({ username, lastLoginAt }) => ({ username, last_login_at: printDate(lastLoginAt) }))
}
