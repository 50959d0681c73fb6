import { Pool, type PoolConfig } from 'pg'
import { BatchingSocket } from '@nameyard/persistence/batching-socket'
import type { GuardedConfig } from '@nameyard/persistence/guarded-client'

/**
 * The connection pool of the registry. Statements that do not need each other's results are sent without waiting for
 * answers. All statements of one event loop turn leave in one socket write: a write costs more than a statement.
 */
export function registryPool(config: PoolConfig & Partial<GuardedConfig>): Pool {
  return new Pool({ ...config, pipeline: true, stream: () => new BatchingSocket() })
}
