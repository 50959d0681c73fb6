import type { ClientBase, Pool } from 'pg'

/** Runs the work in one database transaction; what it throws undoes it and is thrown on. */
export async function inTransaction<T>(pool: Pool, work: (db: ClientBase) => Promise<T>): Promise<T> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    const result = await work(db)
    await db.query('commit')
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
