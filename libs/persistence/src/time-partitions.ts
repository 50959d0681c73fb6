import type { Database, Tx } from './database'
import { firstIdAt, rangeAfter, type IdRange, type Unit } from './id-range'
import { raw, sql, statement } from './statement'

/** How a table is partitioned by time. */
export interface PartitionedBy {
  /** What one partition contains. */
  readonly each: Unit
  /** Identifiers that begin with their time; the range of a partition. */
  readonly id: string
  /** When the row began to be old. It may be later than the time of the identifier. */
  readonly since: string
}

interface Partition {
  readonly name: string
  /** The smallest identifier; null where there is no bound. */
  readonly from: string | null
  readonly to: string
}

/** Months or days for which there are partitions: this one and the next two. */
const AHEAD = [0, 1, 2]

/** New rows queue behind a waiting change of the partitions. It is tried again with the next sweep. */
const PATIENCE = sql`select set_config('lock_timeout', '1s', true), set_config('statement_timeout', '5s', true)`

const listPartitions = statement<{ readonly table: string }, Partition>(
  'partitions.list',
  ({ table }) => sql`
    select name, substring(bound from 'FROM [(]''([0-9a-f-]{36})') as "from",
      substring(bound from 'TO [(]''([0-9a-f-]{36})') as "to"
    from (
      select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::text::regclass) partition
    where bound <> 'DEFAULT' order by 3`,
)

/**
 * The partitions of a table: one for each month or day, and the default one, `<table>_default`, for rows of no such
 * month or day.
 * Several processes may change them at the same time.
 */
export class TimePartitions {
  constructor(
    private readonly database: Pick<Database, 'read' | 'unitOfWork'>,
    private readonly table: string,
    private readonly by: PartitionedBy,
  ) {}

  /** Makes the partitions of this month or day and of the next two. Returns the names of the new ones. */
  async makeAhead(now: Date): Promise<string[]> {
    const made: string[] = []
    for (const ahead of AHEAD) {
      const range = rangeAfter(now, this.by.each, ahead)
      if (isCovered(range, await this.database.read(listPartitions, { table: this.table }))) continue
      const name = `${this.table}_${range.name}`
      if (await this.change('share update exclusive', (tx) => this.make(tx, name, range))) made.push(name)
    }
    return made
  }

  /** Drops the partitions whose last row began to be old before an instant. Returns their names. */
  async dropBefore(before: Date): Promise<string[]> {
    const dropped: string[] = []
    for (const { name, to } of await this.database.read(listPartitions, { table: this.table })) {
      if (to > firstIdAt(before)) break
      if ((await this.database.read(this.youngRow(name, before))).length > 0) continue
      if (await this.change('access exclusive', (tx) => this.drop(tx, name, before))) dropped.push(name)
    }
    return dropped
  }

  /** Rows of the range that arrived while it had no partition are in the default one, and move. */
  private async make(tx: Tx, name: string, range: IdRange): Promise<boolean> {
    if (isCovered(range, await tx.query(listPartitions, { table: this.table }))) return false
    const [table, partition, other] = [raw(this.table), raw(name), raw(`${this.table}_default`)]
    const id = raw(this.by.id)
    await tx.query(sql`create table ${partition} (like ${table} including all)`)
    await tx.query(sql`lock table ${other} in access exclusive mode`)
    await tx.query(sql`
      with moved as (delete from ${other} where ${id} >= ${range.from}::uuid and ${id} < ${range.to}::uuid returning *)
      insert into ${partition} select * from moved`)
    const bounds = raw(`from ('${range.from}') to ('${range.to}')`)
    await tx.query(sql`alter table ${table} attach partition ${partition} for values ${bounds}`)
    return true
  }

  private async drop(tx: Tx, name: string, before: Date): Promise<boolean> {
    const partitions = await tx.query(listPartitions, { table: this.table })
    if (!partitions.some((partition) => partition.name === name)) return false
    if ((await tx.query(this.youngRow(name, before))).length > 0) return false
    await tx.query(sql`drop table ${raw(name)}`)
    return true
  }

  private youngRow(partition: string, before: Date) {
    return sql`select from ${raw(partition)} where ${raw(this.by.since)} >= ${before} limit 1`
  }

  /** Runs the work while no other process changes the partitions. */
  private change(mode: string, work: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    return this.database.unitOfWork({ correlationId: 'partitions' }, async (tx) => {
      await tx.query(PATIENCE)
      await tx.query(sql`lock table only ${raw(this.table)} in ${raw(mode)} mode`)
      return work(tx)
    })
  }
}

const isCovered = (range: IdRange, partitions: readonly Partition[]): boolean =>
  partitions.some(({ from, to }) => (from === null || from <= range.from) && range.to <= to)
