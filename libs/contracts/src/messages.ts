import * as declared from './declared-messages'

/** All events and commands, in the order of their ids. */
export const messages = Object.values(declared).toSorted((a, b) => (a.id < b.id ? -1 : 1))
