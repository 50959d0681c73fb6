const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 600_000

/** How long no session is opened after the registry had too many (2502): half a minute, doubling to ten. */
export function crowdedPauseMs(timesBefore: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(timesBefore, 10))
}
