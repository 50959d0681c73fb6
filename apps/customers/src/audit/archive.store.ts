import { sql, statement } from '@nameyard/persistence/statement'

/** A month of a trail whose entries are in a file. */
export interface ArchivedMonth {
  readonly account: number
  /** `2026-11`, UTC. */
  readonly month: string
  readonly firstSeq: number
  readonly lastSeq: number
  /** The hash before the first entry. */
  readonly firstHash: Buffer
  readonly lastHash: Buffer
  readonly entries: number
}

/** Lets one process at a time archive. False when another one does. */
export const lockArchive = statement<void, { isLocked: boolean }>(
  'audit.lock-archive',
  () => sql`select pg_try_advisory_xact_lock(hashtext('nameyard audit archive')) as "isLocked"`,
)

/** Returns accounts, in order, whose first entry was recorded before an instant. */
export const findArchivable = statement<{ after: number; before: Date; limit: number }, { account: number }>(
  'audit.archivable',
  ({ after, before, limit }) => sql`
    select c.account from audit_chain c,
      lateral (select recorded_at from audit_entry where account = c.account order by seq limit 1) as first
    where c.account > ${after} and first.recorded_at < ${before}
    order by c.account limit ${limit}`,
)

/**
 * Returns the month of the first entry of an account, if that was recorded before an instant, and the number and hash of
 * the entry before it: those of the last archived month.
 */
export const findFirstMonth = statement<
  { account: number; before: Date },
  { from: Date; lastSeq: number | null; lastHash: Buffer | null }
>(
  'audit.first-month',
  ({ account, before }) => sql`
    select date_trunc('month', first.recorded_at, 'UTC') as "from",
      last.last_seq::float8 as "lastSeq", last.last_hash as "lastHash"
    from (select recorded_at from audit_entry where account = ${account} order by seq limit 1) as first
    left join lateral (
      select last_seq, last_hash from audit_archive where account = ${account} order by month desc limit 1) as last on true
    where first.recorded_at < ${before}`,
)

/** Reads entries of a month in the order of the chain. Times of recording never run back within it. */
export const findMonthEntries = statement<
  { account: number; after: number; to: Date; limit: number },
  { seq: number; body: string; hash: Buffer }
>(
  'audit.month-entries',
  ({ account, after, to, limit }) => sql`
    select seq::float8 as seq, body, hash from audit_entry
    where account = ${account} and seq > ${after}::bigint and recorded_at < ${to}
    order by seq limit ${limit}`,
)

export const insertArchived = statement<Omit<ArchivedMonth, 'month'> & { from: Date }>(
  'audit.insert-archived',
  (given) => sql`
    insert into audit_archive (account, month, first_seq, last_seq, first_hash, last_hash, entries)
    values (${given.account}, (${given.from}::timestamptz at time zone 'UTC')::date, ${given.firstSeq}::bigint,
      ${given.lastSeq}::bigint, ${given.firstHash}, ${given.lastHash}, ${given.entries})`,
)

/** Deletes entries with their personal data. The database refuses it for entries that are not archived. */
export const deleteEntries = statement<{ account: number; firstSeq: number; lastSeq: number }>(
  'audit.delete-archived',
  ({ account, firstSeq, lastSeq }) => sql`
    with persons as (
      delete from audit_person where account = ${account} and seq between ${firstSeq}::bigint and ${lastSeq}::bigint)
    delete from audit_entry where account = ${account} and seq between ${firstSeq}::bigint and ${lastSeq}::bigint`,
)

/** Reads the archived months of an account whose entries end after one, oldest first. */
export const findArchived = statement<{ account: number; after: number }, ArchivedMonth>(
  'audit.archived',
  ({ account, after }) => sql`
    select account, to_char(month, 'YYYY-MM') as month, first_seq::float8 as "firstSeq", last_seq::float8 as "lastSeq",
      first_hash as "firstHash", last_hash as "lastHash", entries
    from audit_archive where account = ${account} and last_seq > ${after}::bigint
    order by month`,
)
