/** How long another release may have its way with the timers that this one has set already; milliseconds. */
const YIELD_MS = 3_600_000

/** What a replica remembers of the rules of an extension between two looks. */
export interface Remembered {
  /** Its rules at the last look, in one word. */
  readonly timing: string
  /** The timers were seen set by these, as late as that on the machine's clock; null when never. */
  readonly keptAt: number | null
}

/**
 * Whether a replica sets timers by its rules now, `kept` being those that they are set by. Rules that have changed are
 * seen twice, so that all replicas know them by then. Timers that were set by these and are not any more have been set
 * by another release, which is put in or taken out at this moment: who of both stays has its way.
 */
export function redoing(
  before: Remembered | undefined,
  timing: string,
  kept: string | undefined,
  nowMs: number,
): { readonly isTurn: boolean; readonly remembered: Remembered } {
  const isSame = before?.timing === timing
  if (kept === undefined || kept === timing) return { isTurn: true, remembered: { timing, keptAt: nowMs } }
  const keptAt = isSame ? before.keptAt : null
  return { isTurn: isSame && (keptAt === null || nowMs - keptAt >= YIELD_MS), remembered: { timing, keptAt } }
}
