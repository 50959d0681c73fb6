import * as declared from './declared-account-events'
import type { AccountEvent } from './events/account-event'

/** All types of account events, in the order of their names. */
export const accountEvents: readonly AccountEvent[] = Object.values<AccountEvent>(declared).toSorted((a, b) =>
  a.type < b.type ? -1 : 1,
)
