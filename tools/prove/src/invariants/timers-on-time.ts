import { ROUTINE_TIMER } from '@nameyard/contracts/registry/set-timers'
import { firedTimers } from '../timers'
import type { Invariant } from './invariant'

/** Longer than both workers are down, paused or cut off from the database together; seconds. */
const LATEST_SECONDS = 120

/** Every domain has a timer. Timers never fire early, and late at most by the time for which no worker could fire them. */
export const timersOnTime: Invariant = {
  name: 'timers never early, and late within their bound',
  async check({ sql }) {
    const fired = await firedTimers(sql)
    const { rows } = await sql.query<{ name: string }>(
      `select name from domains.domain d where phase = 'active' and deleted_at is null
         and not exists (select from registry_worker.timer t where t.domain_id = d.id)`,
    )
    return {
      count: fired.length,
      broken: [
        ...rows.map(({ name }) => `${name} is active and has no timer`),
        // The sandbox clock does not stop for the daily comparisons: these are late when it moves.
        ...fired
          .filter(
            ({ kind, lateSeconds }) => lateSeconds < 0 || (kind !== ROUTINE_TIMER && lateSeconds > LATEST_SECONDS),
          )
          .map(({ kind, lateSeconds }) => `${kind} fired ${lateSeconds} s after its instant`),
      ],
    }
  },
}
