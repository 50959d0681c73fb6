import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { ShippedExtension } from './shipped-extensions'

/** The rules of an extension from an instant on. */
export interface DatedExtension {
  /** Of two rows with the same date, the one with the higher number counts. */
  readonly number: number
  readonly suffix: string
  readonly effectiveFrom: Date
  readonly record: ExtensionRecord
  /** Not sold from then on. The record holds for domains that exist. */
  readonly isRetired: boolean
  /** Whether it is part of a release. A record of an operator counts before those of releases. */
  readonly isShipped: boolean
  readonly setBy: string
  readonly setAt: Date
}

/** The rows that were added after a number, the oldest first. */
export const extensionsAfter = statement<{ readonly number: number }, DatedExtension>(
  'domains.extensions-after',
  ({ number }) => sql`
    select number::float8 as number, suffix, effective_from as "effectiveFrom", record, is_retired as "isRetired",
      shipped_from is not null as "isShipped", set_by as "setBy", set_at as "setAt"
    from extension_record where number > ${number} order by number`,
)

/** `record` is JSON. */
interface Added {
  readonly suffix: string
  readonly effectiveFrom: Date
  readonly record: string
  readonly isRetired: boolean
  readonly setBy: string
  readonly setAt: Date
}

/** Returns the number of the new row. */
export const addExtension = statement<Added, { readonly number: number }>(
  'domains.add-extension',
  ({ suffix, effectiveFrom, record, isRetired, setBy, setAt }) => sql`
    insert into extension_record (suffix, effective_from, record, is_retired, set_by, set_at)
    values (${suffix}, ${effectiveFrom}, ${record}, ${isRetired}, ${setBy}, ${setAt})
    returning number::float8 as number`,
)

/** Numbers are given and committed in the same order, so that a reader of later numbers misses none. */
export const lockExtensions = statement(
  'domains.lock-extensions',
  () => sql`select pg_advisory_xact_lock(hashtext('nameyard extensions'))`,
)

/**
 * Adds the records of a release that are new or changed. The first record of an extension has the date that the release
 * names. A later one never has a date in the past: what an order was placed under stays explained.
 */
const addShipped = statement<{
  readonly suffixes: readonly string[]
  readonly dates: readonly string[]
  readonly records: readonly string[]
  readonly now: Date
}>(
  'domains.add-shipped-extensions',
  ({ suffixes, dates, records, now }) => sql`
    insert into extension_record (suffix, effective_from, record, is_retired, shipped_from, set_by, set_at)
    select s.suffix,
      case when exists (select from extension_record e where e.suffix = s.suffix and e.shipped_from is not null)
        then greatest(s.shipped_from, ${now}) else s.shipped_from end,
      s.record, false, s.shipped_from, 'release', ${now}
    from unnest(${suffixes}::text[], ${dates}::timestamptz[], ${records}::json[]) as s (suffix, shipped_from, record)
    where s.record::jsonb is distinct from (
      select e.record::jsonb from extension_record e where e.suffix = s.suffix and e.shipped_from = s.shipped_from
      order by e.number desc limit 1)`,
)

/** Adds what is new in the records of this release. Replicas that start together add it once. */
export async function putShipped(tx: Tx, shipped: readonly ShippedExtension[], now: Date): Promise<void> {
  await tx.query(lockExtensions)
  await tx.query(addShipped, {
    suffixes: shipped.map(({ record }) => record.suffix),
    dates: shipped.map(({ from }) => from.toISOString()),
    records: shipped.map(({ record }) => JSON.stringify(record)),
    now,
  })
}
