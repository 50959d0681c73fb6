import type { ClientBase, Pool } from 'pg'

/** The commit was sent and not confirmed: the work may or may not have been done. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Runs the work in one database transaction; what it throws undoes it and is thrown on. Throws OutcomeUnknown when the
 * commit itself fails.
 */
export async function inTransaction<T>(pool: Pool, work: (db: ClientBase) => Promise<T>): Promise<T> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    const result = await work(db)
    await db.query('commit').catch((error: Error) => {
      throw new OutcomeUnknown(error.message, { cause: error })
    })
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
