import { join, sql, type Sql } from '@nameyard/persistence/statement'

/** Which entries to read. */
export interface EntryFilters {
  /** 0: the platform. Absent: of all accounts. */
  readonly account?: number | undefined
  readonly event?: string | undefined
  readonly subject?: string | undefined
  readonly contactId?: number | undefined
  readonly keyId?: number | undefined
  /** Id of the request that caused them. */
  readonly request?: string | undefined
  /** When they were recorded. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Only entries before this one: by its number in the trail of the account, or by its id over all accounts. */
  readonly before?: { readonly seq: number } | { readonly id: string } | undefined
  readonly limit: number
}

/** An entry with the personal data that is not erased. */
export interface ReadEntry {
  readonly id: string
  readonly body: string
  readonly name: string | null
  readonly address: string | null
}

/**
 * Reads entries, newest first. Composed at run time: a fixed text with filters that may be null would be planned without
 * the indexes.
 */
export function filteredEntries({
  account,
  event,
  subject,
  contactId,
  keyId,
  request,
  from,
  to,
  before,
  limit,
}: EntryFilters): Sql {
  const conditions = [
    account !== undefined && sql`e.account = ${account}`,
    event !== undefined && sql`e.event = ${event}`,
    subject !== undefined && sql`e.subject = ${subject}`,
    contactId !== undefined && sql`e.contact_id = ${contactId}`,
    keyId !== undefined && sql`e.key_id = ${keyId}`,
    request !== undefined && sql`(e.body::json ->> 'request') = ${request}`,
    from !== undefined && sql`e.recorded_at >= ${from}`,
    to !== undefined && sql`e.recorded_at < ${to}`,
    before !== undefined && ('seq' in before ? sql`e.seq < ${before.seq}` : sql`e.id < ${before.id}::bigint`),
  ].filter((condition) => condition !== false)
  // Within an account both orders are the same, and its indexes end with seq.
  const order = account === undefined ? sql`e.id` : sql`e.seq`
  return sql`
    select e.id, e.body, n.value as name, a.value as address
    from audit_entry e
    left join audit_person n on n.account = e.account and n.seq = e.seq and n.field = 'name'
    left join audit_person a on a.account = e.account and a.seq = e.seq and a.field = 'address'
    where ${join([sql`true`, ...conditions], ' and ')}
    order by ${order} desc limit ${limit}`
}
