import { Socket } from 'node:net'
import type { GuardedConfig } from '@nameyard/persistence/guarded-client'
import { Pool, type PoolConfig } from 'pg'

/**
 * Connections to the registry's books. Statements that do not need each other's results are sent without waiting, and
 * those of one turn of the event loop leave in one write: on both sides it costs more than a statement.
 */
export function booksPool(config: PoolConfig & Partial<GuardedConfig>): Pool {
  return new Pool({ ...config, pipeline: true, stream: () => new GatheringSocket() })
}

/** `pg` corks its socket for each statement; what it uncorks goes when the turn ends. */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
