import type { Dialect } from '../dialects/dialect'
import type { ConnectionSettings } from './registry'

/** Time-outs of an answer and of a connection; milliseconds. */
export type Timeouts = ConnectionSettings['timeouts']

/** What the settings of an account need besides themselves. */
export interface Terms {
  readonly dialect: Dialect
  readonly read: (path: string) => string
  readonly timeouts: Timeouts
}
