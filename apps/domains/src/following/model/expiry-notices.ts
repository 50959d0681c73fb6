import type { Domain } from '../../lifecycle/model/domain'
import { heldPhases } from '../../lifecycle/model/lifecycle'
import { plusDays } from '../../lifecycle/model/timers'

/**
 * How many days before the expiry of a domain its notices are due. ICANN's Expired Registration Recovery Policy (section
 * 2.1) demands one about a month and one about a week before it.
 */
export const noticeDays = [30, 7, 1] as const
export type NoticeDays = (typeof noticeDays)[number]

/**
 * The expiries for which a notice is due: later than `after`, and no later than `until`. A notice that is so late that the
 * next one is due as well is left out.
 */
export function expiriesWithNotice(days: NoticeDays, now: Date): { readonly after: Date; readonly until: Date } {
  const next = noticeDays[noticeDays.indexOf(days) + 1] ?? 0
  return { after: plusDays(now, next), until: plusDays(now, days) }
}

/** Whether the notice is about a domain: the account holds it, and does not delete it. */
export function hasNotice(domain: Domain, days: NoticeDays, now: Date): boolean {
  const { after, until } = expiriesWithNotice(days, now)
  const { expiresAt, phase, removalReason } = domain
  return heldPhases.has(phase) && !removalReason && expiresAt !== null && expiresAt > after && expiresAt <= until
}
