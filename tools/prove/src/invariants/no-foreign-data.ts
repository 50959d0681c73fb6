import type { Invariant } from './invariant'

/** No answer contains data of another account. */
export const noForeignData: Invariant = {
  name: 'no answer with data of another account',
  check: ({ clientLog }) => ({ count: clientLog.requests, broken: clientLog.foreign }),
}
