const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** The pause after the first attempt; each further one is three times as long, up to the longest. */
const FIRST_PAUSE_MS = 5 * SECOND_MS
const FACTOR = 3
const LONGEST_PAUSE_MS = 12 * HOUR_MS

/** A pause is up to this part shorter or longer, so that what failed together is not tried together. */
const JITTER = 0.2

/** How long an event is tried, and how long nothing may be accepted before the platform pauses a webhook. */
export const PATIENCE_MS = 72 * HOUR_MS

/**
 * Milliseconds until the next attempt.
 *
 * @param attempts attempts so far, from 1
 * @param chance a random number from 0 to 1
 */
export function pauseAfter(attempts: number, chance: number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * FACTOR ** (attempts - 1))
  return Math.round(pause * (1 + JITTER * (2 * chance - 1)))
}
