/** How long this release leaves timers to another one that has set them by other rules; milliseconds. */
const YIELD_MS = 3_600_000

/** What a replica remembers of the rules of an extension between two checks. */
export interface RulesSeen {
  /** Its rules at the last check, as one text. */
  readonly timing: string
  /** When the timers were last seen to be set by these rules, on the machine's clock; null when never. */
  readonly matchedAt: number | null
}

/**
 * Decides whether a replica sets the timers again by its rules, which is its turn then. `stored` are the rules by which
 * they were set last. A replica must see changed rules twice, so that all replicas have them by then. When another
 * release has replaced these rules, during a deployment or rollback, it gets an hour. After that, the release that still
 * runs sets the timers again.
 */
export function timerReset(
  before: RulesSeen | undefined,
  timing: string,
  stored: string | undefined,
  nowMs: number,
): { readonly isTurn: boolean; readonly seen: RulesSeen } {
  const isSame = before?.timing === timing
  if (stored === undefined || stored === timing) return { isTurn: true, seen: { timing, matchedAt: nowMs } }
  const matchedAt = isSame ? before.matchedAt : null
  return { isTurn: isSame && (matchedAt === null || nowMs - matchedAt >= YIELD_MS), seen: { timing, matchedAt } }
}
