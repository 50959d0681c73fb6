import { raw, sql, statement, type Placeholders, type PreparedStatement, type Sql } from './statement'
import type { PartitionedBy } from './time-partitions'

interface DeletionValues {
  /** Rows that ended before this instant are deleted. */
  readonly before: Date
  /** Most rows of one call. */
  readonly limit: number
}

/** A statement that deletes some rows that have ended, and returns how many. */
export type Deletion = PreparedStatement<DeletionValues, { readonly deleted: number }>

/** How long rows stay after they have ended. With a setting, an operator may change it, but not below `least`. */
export interface RetentionPeriod {
  readonly days: number
  readonly setting?: { readonly name: `RETENTION_${string}_DAYS`; readonly least: number }
}

/** Which rows of a table end, when they are deleted, and why then. */
export type RetentionRule = BatchRule | PartitionRule

interface Rule {
  readonly table: string
  /** The rows and the event after which the period starts, such as `tokens, after their expiry`. */
  readonly rows: string
  readonly period: RetentionPeriod
  /** Whether the times of the rows are of the platform's clock, which a test installation moves ahead. */
  readonly clock: 'machine' | 'platform'
  readonly reason: string
}

/** Rows are deleted in batches. */
export interface BatchRule extends Rule {
  readonly deletion: Deletion
}

/** The table is partitioned by time; a partition is dropped at once, when the period of its last row is over. */
export interface PartitionRule extends Rule {
  readonly partitions: PartitionedBy
}

/** What happens to the rows of every table of a service in the end. A table may have several rules. */
export interface Retention {
  readonly rules: readonly RetentionRule[]
  /** Tables whose rows are deleted by other work, and by which. */
  readonly ended: Readonly<Record<string, string>>
  /** Tables that keep all rows, and why. */
  readonly kept: Readonly<Record<string, string>>
}

interface DeletedRows {
  readonly table: string
  /** Columns that identify a row. */
  readonly key: readonly string[]
  /** Condition of the rows, which the table's own name qualifies. */
  readonly due: (given: Placeholders<DeletionValues>) => Sql
  /** The order of an index that finds the rows. */
  readonly order: Sql
  /** Tables that refer to the first column of the key, and their columns: their rows are deleted too. */
  readonly with?: Readonly<Record<string, string>>
}

/** Declares the deletion of a rule. Concurrent calls get different rows. */
export function deletion(name: string, { table, key, due, order, with: below = {} }: DeletedRows): Deletion {
  const [owner, ...columns] = [raw(table), ...key.map((column) => raw(column))]
  const list = columns.map((column, at) => (at === 0 ? sql`${column}` : sql`, ${column}`))
  const keys = list.reduce((text, column) => sql`${text}${column}`, sql``)
  const deletedBelow = Object.entries(below).map(
    ([child, column]) => sql`
    ${raw(child)}_rows as (delete from ${raw(child)} where ${raw(column)} in (select ${columns[0]!} from past)),`,
  )
  return statement<DeletionValues, { deleted: number }>(
    name,
    (given) => sql`
    with past as (
      select ${keys} from ${owner!} where ${due(given)}
      order by ${order} limit ${given.limit} for update skip locked),${deletedBelow.reduce((text, part) => sql`${text}${part}`, sql``)}
    deleted as (delete from ${owner!} where (${keys}) in (select ${keys} from past) returning 1)
    select count(*)::integer as deleted from deleted`,
  )
}

/** Joins the retention of a library's tables with that of a service's own. */
export function joined(...parts: readonly Retention[]): Retention {
  return {
    rules: parts.flatMap(({ rules }) => rules),
    ended: Object.assign({}, ...parts.map(({ ended }) => ended)),
    kept: Object.assign({}, ...parts.map(({ kept }) => kept)),
  }
}

/** Returns what is wrong with the retention of a schema, in sentences: each table needs a rule or a reason. */
export function retentionFaults(tables: readonly string[], { rules, ended, kept }: Retention): string[] {
  const named = [...new Set(rules.map(({ table }) => table)), ...Object.keys(ended), ...Object.keys(kept)]
  return [
    ...tables
      .filter((table) => !named.includes(table))
      .map((table) => `the table ${table} has neither a retention rule nor a reason to keep its rows`),
    ...named.filter((table) => !tables.includes(table)).map((table) => `there is no table ${table}`),
    ...named
      .filter((table, at) => named.indexOf(table) !== at)
      .map((table) => `the table ${table} is both deleted and kept`),
  ]
}
