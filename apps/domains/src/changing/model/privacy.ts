import type { Domain } from '../../lifecycle/model/domain'
import { plusDays, yearsLater } from '../../lifecycle/model/timers'

type Dated = Pick<Domain, 'expiresAt' | 'privacyUntil'>

/**
 * Years of privacy to pay when it is switched on: until the domain expires, without the time that is paid already. One last
 * day does not count as another year, since registries may end a registration at the end of its day.
 */
export function privacyYears({ expiresAt, privacyUntil }: Dated, now: Date): number {
  const from = privacyUntil && privacyUntil > now ? privacyUntil : now
  let years = 0
  while (expiresAt && plusDays(yearsLater(from, years), 1) < expiresAt) years++
  return years
}

/** Until when the privacy of a domain is paid, after it is switched on or off. */
export function privacyUntil(before: Dated & Pick<Domain, 'isPrivate'>, isPrivate: boolean | undefined): Date | null {
  return before.isPrivate && isPrivate === false ? before.expiresAt : before.privacyUntil
}
