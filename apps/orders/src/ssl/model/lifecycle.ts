const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Days before its end from which an order may be renewed, and from which somebody is reminded of it. */
const RENEWABLE_DAYS = 30

/** Days before the end of a certificate on which somebody is told, and an order that renews itself tries to. */
const REMINDERS = [RENEWABLE_DAYS, 14, 7, 3, 1]

/** The first look for a proof comes again soon, the later ones seldom: a record takes minutes, or never comes. */
export function nextLook(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(2_000 * 2 ** attempts, 15 * MINUTE_MS))
}

/** When a CA or a service that was away is asked again. */
export function nextTry(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(1_000 * 2 ** attempts, 5 * MINUTE_MS))
}

/** Whether the time for proving control of the names is over. */
export function isLapsed(askedAt: Date, now: Date, days: number): boolean {
  return now.getTime() >= askedAt.getTime() + days * DAY_MS
}

/** When something is to be done next about a certificate that runs: a reminder, or its end. */
export function nextOfLife(expiresAt: Date, now: Date): Date {
  const reminders = REMINDERS.map((days) => new Date(expiresAt.getTime() - days * DAY_MS))
  return reminders.find((at) => at > now) ?? expiresAt
}

/** Whether an order may be renewed: not before its last month, and not when it is over. */
export function isRenewable(expiresAt: Date, now: Date): boolean {
  return now < expiresAt && now.getTime() >= expiresAt.getTime() - RENEWABLE_DAYS * DAY_MS
}

/** Whether what was bought may be given back. */
export function isRefundable(capturedAt: Date, now: Date, days: number): boolean {
  return now.getTime() < capturedAt.getTime() + days * DAY_MS
}

/** The day so many years later; the last of February where there is no 29th. */
export function yearsLater(from: Date, years: number): Date {
  const later = new Date(from)
  later.setUTCFullYear(from.getUTCFullYear() + years)
  if (later.getUTCMonth() !== from.getUTCMonth()) later.setUTCDate(0)
  return later
}
