/** The longest pause, as a multiple of the first: by default ten minutes, from half a minute. */
const LONGEST = 20

/** How long no session is opened after 2502 (session limit exceeded): doubled with each repetition. */
export function sessionPauseMs(timesBefore: number, firstMs: number): number {
  return firstMs * Math.min(LONGEST, 2 ** Math.min(timesBefore, 10))
}
