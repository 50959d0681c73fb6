import { DatabaseError } from 'pg'
import { Unavailable } from '@nameyard/contracts/unavailable'

/**
 * Errors of PostgreSQL when it cannot work now, as classes and codes of SQLSTATE (PostgreSQL manual, appendix A):
 * connection failures, too few resources, operator intervention (a shutdown, a statement over its time limit), a fault
 * of its machine, a server that became a standby, and transactions that it rolled back in favour of others.
 */
const OUTAGES = /^(08|53|57|58)|^(25006|25P03|25P04|40001|40P01)$/

/** Errors of the operating system about a connection. */
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

/** Messages of `pg` about a connection that ended; they have no class and no code. */
const ENDED = /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool)/

/** Returns the error as `Unavailable` when it means that the database is unavailable; otherwise undefined. */
export function unavailableFrom(error: unknown): Unavailable | undefined {
  if (error instanceof Unavailable) return error
  if (!(error instanceof Error)) return undefined
  // TypeORM wraps the error of the driver.
  const { driverError, code = '' } = error as Error & { driverError?: unknown; code?: string }
  if (driverError !== undefined) return unavailableFrom(driverError)
  const isOutage =
    error instanceof DatabaseError ? OUTAGES.test(code) : SOCKET_ERRORS.has(code) || ENDED.test(error.message)
  return isOutage ? new Unavailable(error.message, { cause: error }) : undefined
}
