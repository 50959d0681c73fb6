import type { ClientBase, Pool } from 'pg'

/** The commit was sent and not confirmed: the work may or may not have been done. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Runs the work in one database transaction; what it throws undoes it and is thrown on. `last` is the statement that
 * ends it, and travels with the commit. Throws OutcomeUnknown when the commit itself fails.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (db: ClientBase) => Promise<T>,
  last: (db: ClientBase, result: T) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const db = await pool.connect()
  try {
    // Not waited for: it travels with the first statement, and a connection that cannot begin fails that one too. It has
    // a name since only what is prepared leaves together.
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
    // A connection that cannot even roll back is of no use to the next one.
    await db.query('rollback').then(
      () => db.release(),
      (broken: Error) => db.release(broken),
    )
    throw error
  }
}

/**
 * Statements of one transaction that do not need each other's results travel together. Throws what the first of them
 * throws, in their order.
 */
export async function together<T extends readonly unknown[]>(
  statements: readonly [...{ [I in keyof T]: Promise<T[I]> }],
): Promise<T> {
  const ends = await Promise.allSettled(statements)
  const failed = ends.find((end): end is PromiseRejectedResult => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.map((end) => end.status === 'fulfilled' && end.value) as unknown as T
}
