import type { ResultCode } from '@nameyard/epp/result-code'
import type { RriAnswer } from './answer'

/** An object that the request names is written to by another request at this moment. */
const CONCURRENT_WRITE = 53000000012
/** The requests of the day are used up. */
export const QUOTA_EXCEEDED = 53000000008

/** The codes of RFC 5730 for the numbers that DENIC-29 explains. All others are refusals of the order. */
const known: ReadonlyMap<number, ResultCode> = new Map([
  [CONCURRENT_WRITE, 2400],
  [QUOTA_EXCEEDED, 2400],
  [53000020002, 2201], // not authorized for the type of request
  [63000000006, 2001], // invalid key/value pair
  [63000000007, 2001], // semantics
  [63300062009, 2303], // the domain does not exist
  [83000000000, 2001], // the request is too long
])

/**
 * The code of RFC 5730 that an answer stands for: the rest of the worker knows only these. The first digit of a number is
 * its class; 7 and 8 are faults of the registry (DENIC-29, message codes).
 */
export function codeOf({ result, messages }: RriAnswer): ResultCode {
  if (result === 'success') return 1000
  if (result === 'exception') return 2400
  const numbers = messages.filter(({ level }) => level === 'error').map(({ number }) => number)
  const code = numbers.map((number) => known.get(number)).find((each) => each !== undefined)
  return code ?? (numbers.some((number) => /^[78]/.test(String(number))) ? 2400 : 2306)
}

/** Whether the registry refuses for a temporary reason: the same request may succeed later. */
export function isTemporary({ result, messages }: RriAnswer): boolean {
  const errors = messages.filter(({ level }) => level === 'error')
  return result === 'exception' || errors.every(({ number }) => /^[578]/.test(String(number)))
}
