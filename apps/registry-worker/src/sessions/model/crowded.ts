/** The pause grows no further than this many times the first: from half a minute to ten. */
const LONGEST = 20

/** How long no session is opened after the registry had too many (2502): doubled each time in a row. */
export function crowdedPauseMs(timesBefore: number, firstMs: number): number {
  return firstMs * Math.min(LONGEST, 2 ** Math.min(timesBefore, 10))
}
