const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Days before its end from which an order may be renewed and reminders are sent. */
const RENEWABLE_DAYS = 30

/** Days before the end of a certificate on which a reminder is sent, or an automatic renewal is tried. */
const REMINDERS = [RENEWABLE_DAYS, 14, 7, 3, 1]

/** Returns when a proof is checked next. The pauses grow, because a record appears within minutes or not at all. */
export function nextProofCheck(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(2_000 * 2 ** attempts, 15 * MINUTE_MS))
}

/** Returns when a call to an unavailable CA or service is retried. */
export function nextRetry(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(1_000 * 2 ** attempts, 5 * MINUTE_MS))
}

/** Returns whether the deadline for proving control of the names has passed. */
export function isProofOverdue(askedAt: Date, now: Date, days: number): boolean {
  return now.getTime() >= askedAt.getTime() + days * DAY_MS
}

/** Returns the next due date of a valid certificate: a reminder, or its end. */
export function nextDueDate(expiresAt: Date, now: Date): Date {
  const reminders = REMINDERS.map((days) => new Date(expiresAt.getTime() - days * DAY_MS))
  return reminders.find((at) => at > now) ?? expiresAt
}

/** Returns whether an order may be renewed: in its last month, until it expires. */
export function isRenewable(expiresAt: Date, now: Date): boolean {
  return now < expiresAt && now.getTime() >= expiresAt.getTime() - RENEWABLE_DAYS * DAY_MS
}

/** Returns whether a purchase can be refunded. */
export function isRefundable(capturedAt: Date, now: Date, days: number): boolean {
  return now.getTime() < capturedAt.getTime() + days * DAY_MS
}
