import { Unavailable } from '@nameyard/contracts/unavailable'
import { DatabaseError } from 'pg'

/**
 * What PostgreSQL says when it cannot do its work now, as classes and codes of SQLSTATE (PostgreSQL manual, appendix A):
 * connection failures, too few resources, operator intervention (a shutdown, a statement over its time limit), a fault of
 * its machine, a server that was turned into a standby, and transactions it ended in favour of others.
 */
const OUTAGES = /^(08|53|57|58)|^(25006|25P03|25P04|40001|40P01)$/

/** What the operating system says of a connection. */
const SOCKET_ERRORS: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ETIMEDOUT',
])

/** `pg` has no class and no code for what it says of a connection that ended. */
const ENDED = /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool)/

/** The error as `Unavailable` when it says that the database is away; undefined when it says anything else. */
export function unavailableFrom(error: unknown): Unavailable | undefined {
  if (error instanceof Unavailable) return error
  if (!(error instanceof Error)) return undefined
  // TypeORM wraps what the driver said.
  const { driverError, code = '' } = error as Error & { driverError?: unknown; code?: string }
  if (driverError !== undefined) return unavailableFrom(driverError)
  const isOutage =
    error instanceof DatabaseError ? OUTAGES.test(code) : SOCKET_ERRORS.has(code) || ENDED.test(error.message)
  return isOutage ? new Unavailable(error.message, { cause: error }) : undefined
}
