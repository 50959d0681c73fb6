import type { Domain } from './domain'
import { plusDays, yearsLater } from './timers'

type Dated = Pick<Domain, 'expiresAt' | 'privacyUntil'>

/**
 * Years of privacy that are paid when it is switched on: until the domain expires, less what was paid before. A last day
 * is no year more: registries may end a registration with its day.
 */
export function privacyYears({ expiresAt, privacyUntil }: Dated, now: Date): number {
  const from = privacyUntil && privacyUntil > now ? privacyUntil : now
  let years = 0
  while (expiresAt && plusDays(yearsLater(from, years), 1) < expiresAt) years++
  return years
}

/** Until when the privacy of a domain is paid for after a change of it. */
export function privacyUntil(before: Dated & Pick<Domain, 'isPrivate'>, isPrivate: boolean | undefined): Date | null {
  return before.isPrivate && isPrivate === false ? before.expiresAt : before.privacyUntil
}
