import type { Invariant } from './invariant'

/** A request that fails is answered 503 with Retry-After in the envelope, unless its gateway was disturbed itself. */
export const cleanFailures: Invariant = {
  name: 'every failed request a clean 503',
  check: ({ clientLog }) => ({ count: clientLog.sent, broken: clientLog.unclean }),
}
