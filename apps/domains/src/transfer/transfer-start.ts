import { requestedDay } from '../ordering/requested-day'

/** Returns when a transfer starts that is requested for a day; null when it starts at once. */
export function startOf(at: string | undefined, now: Date): Date | null {
  if (at === undefined) return null
  const start = requestedDay('at', at)
  return start > now ? start : null
}
