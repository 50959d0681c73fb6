import type { ClientBase, Pool } from 'pg'

/** The commit was sent and not confirmed: the transaction may be committed or not. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Runs the work in one database transaction. An error rolls back and is thrown on. `last` is the last statement; it is sent
 * together with the commit. Throws OutcomeUnknown when the commit itself fails.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (db: ClientBase) => Promise<T>,
  last: (db: ClientBase, result: T) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const db = await pool.connect()
  try {
    // Not awaited: it is sent with the first statement, which fails too when `begin` does. It has a name because only
    // prepared statements are sent together.
    db.query({ name: 'begin', text: 'begin' }).catch(() => undefined)
    const result = await work(db)
    const [ended, committed] = await Promise.allSettled([last(db, result), db.query('commit')])
    if (committed.status === 'rejected') {
      const error = committed.reason as Error
      throw new OutcomeUnknown(error.message, { cause: error })
    }
    if (ended.status === 'rejected') throw ended.reason
    db.release()
    return result
  } catch (error) {
    // A connection that cannot roll back is discarded.
    await db.query('rollback').then(
      () => db.release(),
      (broken: Error) => db.release(broken),
    )
    throw error
  }
}

/**
 * Waits for statements of one transaction that were sent together. Throws the error of the first failed one, in their
 * order.
 */
export async function together<T extends readonly unknown[]>(
  statements: readonly [...{ [I in keyof T]: Promise<T[I]> }],
): Promise<T> {
  const ends = await Promise.allSettled(statements)
  const failed = ends.find((end): end is PromiseRejectedResult => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.map((end) => end.status === 'fulfilled' && end.value) as unknown as T
}
