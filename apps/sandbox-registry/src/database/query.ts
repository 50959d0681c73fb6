import type { ClientBase, Pool } from 'pg'
import { queryOf, type PreparedStatement, type Sql, type Values } from '@nameyard/persistence/statement'

/** The pool, or the connection of a transaction. */
export type Queryable = ClientBase | Pool

/** Runs a statement and returns its rows. */
export async function read<Given, Row extends object>(
  db: Queryable,
  statement: PreparedStatement<Given, Row>,
  ...[given]: Values<Given>
): Promise<Row[]> {
  return (await db.query(queryOf(statement, given as object | undefined))).rows as Row[]
}

/** Runs a query that was composed for this request and returns its rows. */
export async function readComposed<Row extends object>(db: Queryable, query: Sql): Promise<Row[]> {
  return (await db.query(queryOf(query))).rows as Row[]
}

/** Runs a statement and returns the number of rows that it inserted, changed, deleted or selected. */
export async function write<Given>(
  db: Queryable,
  statement: PreparedStatement<Given, object>,
  ...[given]: Values<Given>
): Promise<number> {
  return (await db.query(queryOf(statement, given as object | undefined))).rowCount ?? 0
}
