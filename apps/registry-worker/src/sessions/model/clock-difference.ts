/** A larger difference of the clocks is a fault of one of them. */
export const MOST_CLOCK_DIFFERENCE_MS = 60_000

/** Says how a registry's clock differs from ours; undefined when the difference is small. */
export function clockDifference(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) <= MOST_CLOCK_DIFFERENCE_MS) return undefined
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  return `The registry's clock is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} ours: check our time service.`
}

/**
 * The earliest time that the registry's clock may have shown when we sent a command: dates of the registry are compared
 * with it. A clock that runs behind ours dates what we caused before our own time. A clock that runs ahead needs no
 * correction, and gets none: a greeting with a wrong time zone would make our own creates look too old.
 */
export function sentByRegistryClock(sentAt: Date, aheadMs: number): Date {
  return new Date(sentAt.getTime() + Math.min(0, aheadMs))
}
