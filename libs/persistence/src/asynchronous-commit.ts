import { sql } from './statement'

/**
 * A subquery for the `from` of a write: its transaction then commits without waiting for the disk, and releases its row
 * locks sooner. Only for writes that may be lost with the machine, because they are done again after a restart.
 */
export const ASYNCHRONOUS_COMMIT = sql`(select set_config('synchronous_commit', 'off', true)) as asynchronous_commit`
