import type { Domain } from '../../lifecycle/model/domain'
import { heldPhases } from '../../lifecycle/model/lifecycle'
import { plusDays } from '../../lifecycle/model/timers'

/** Days before the expiry at which the last reminder of a term is due. A renewal by a year moves both by the same time. */
const LAST = 180
const YEAR = 365
/** The longest term of a domain. */
const YEARS = 10

/** How late a reminder may be, after a time without a running process; days. */
const LATE = 60

/**
 * How many days before the expiry of a domain its registrant is asked to check the registration data: once in each year of
 * the term. ICANN's WHOIS Data Reminder Policy demands it once a year.
 */
export const reminderDays: readonly number[] = Array.from({ length: YEARS }, (_, year) => LAST + year * YEAR)

/** The expiries for which a reminder is due: later than `after`, and no later than `until`. */
export function expiriesWithReminder(days: number, now: Date): { readonly after: Date; readonly until: Date } {
  return { after: plusDays(now, days - LATE), until: plusDays(now, days) }
}

/** Whether the reminder is about a domain: the account holds it, and does not delete it. */
export function hasReminder(domain: Domain, days: number, now: Date): boolean {
  const { after, until } = expiriesWithReminder(days, now)
  const { expiresAt, phase, removalReason } = domain
  return heldPhases.has(phase) && !removalReason && expiresAt !== null && expiresAt > after && expiresAt <= until
}
