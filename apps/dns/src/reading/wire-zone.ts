import type { getZone } from '@nameyard/contracts/dns/get-zone'
import type { Input } from '@nameyard/contracts/operation'
import { JsonText, printed, type Printed } from '@nameyard/messaging/printed'
import { empty, raw, sql, type Sql } from '@nameyard/persistence/statement'
import type { DnsConfig } from '../config'
import { wireHistory } from '../versions/wire-history'
import { assigned, type ReadZone, type WireZone } from '../zone-columns/zone-columns'

type WireRecord = NonNullable<WireZone['records']>[number]

/** The parts of a zone that are shown on request. */
export type ZoneParts = Pick<Input<typeof getZone>, 'with_records' | 'with_history' | 'with_dnskey'>

/** The settings that {@link zoneRecords} needs. */
export interface AuthorityValues {
  /** As in an SOA record. */
  readonly mailbox: string
  /** Refresh, retry, expire and minimum, as in an SOA record. */
  readonly soaTimes: string
  readonly soaTtl: number
  /** The shared name servers: those of an account begin with its label. The first is the primary. */
  readonly nsHosts: readonly string[]
  readonly nsTtl: number
}

export function authorityValues(config: DnsConfig): AuthorityValues {
  const { SOA_REFRESH: refresh, SOA_RETRY: retry, SOA_EXPIRE: expire, SOA_MINIMUM: minimum } = config
  return {
    mailbox: config.SOA_MAILBOX,
    soaTimes: `${refresh} ${retry} ${expire} ${minimum}`,
    soaTtl: config.SOA_TTL,
    nsHosts: config.PLATFORM_NAMESERVERS,
    nsTtl: config.NS_TTL,
  }
}

/** {@link AuthorityValues} as values, or as parameters of a statement. */
type AuthorityGiven = { readonly [Value in keyof AuthorityValues]: unknown }

/** Rows of the platform's SOA and NS records of a zone `z`, in their order. */
const managedRows = (given: AuthorityGiven): Sql =>
  sql`select 'SOA' as type, z.name,
      concat_ws(' ', ${assigned(sql`(${given.nsHosts}::text[])[1]`)}, ${given.mailbox}::text, z.version % 4294967296,
        ${given.soaTimes}::text) as value,
      ${given.soaTtl}::integer as ttl, 0 as prio, z.created_at, z.updated_at
    union all
    select 'NS', z.name, ${assigned(sql`host`)}, ${given.nsTtl}::integer, 0, z.created_at, z.created_at
    from unnest(${given.nsHosts}::text[]) as n (host)`

/** Rows of the records that resellers put into a zone `z`. */
const ownRows = sql`select r.type, r.owner as name, r.value, r.ttl, r.prio, r.created_at, r.updated_at
  from record r where r.zone_id = z.id`

/** An instant as `wireDate` has it, in a third of the time: our sessions print dates by ISO 8601. */
const dateText = (instant: string) => `'"' || date_trunc('second', ${instant} at time zone 'utc') || '"'`

/** A type has no character that JSON escapes, and a name has backslashes at most. */
const fieldTexts = {
  type: `'"' || row.type || '"'`,
  name: `'"' || replace(row.name, '\\', '\\\\') || '"'`,
  value: 'to_json(row.value)',
  ttl: 'row.ttl',
  prio: 'row.prio',
  creation_date: dateText('row.created_at'),
  modification_date: dateText('row.updated_at'),
} as const satisfies Partial<Record<keyof WireRecord, string>>

/**
 * JSON text of a record named `row`, as the wire has it. Concatenated, because zones have thousands of records and
 * `json_build_object` takes twice as long.
 */
const recordText = raw(
  `${Object.entries(fieldTexts)
    .map(([name, text], at) => `'${at === 0 ? '{' : ','}"${name}":' || ${text}`)
    .join(' || ')} || '}'`,
)

/** JSON texts of the rows of `from`, in its order, separated by commas; null when it has none. */
const listed = (from: Sql, order: Sql = empty): Sql =>
  sql`(select string_agg(record, ',') from (select ${recordText} as record from (${from}) row ${order}) listed)`

/** JSON text of a list of rows in their order. */
export const recordList = (from: Sql): Sql => sql`'[' || coalesce(${listed(from)}, '') || ']'`

/** JSON text of the records of a zone `z`, in the order of a zone file: of all, or of those that meet a condition on `row`. */
export function zoneRecords(given: AuthorityGiven, condition?: Sql): Sql {
  const shown = (rows: Sql) => (condition ? sql`select row.* from (${rows}) row where ${condition}` : rows)
  const own = listed(shown(ownRows), sql`order by row.name collate "C", row.type, row.prio, row.value collate "C"`)
  return sql`'[' || concat_ws(',', ${listed(shown(managedRows(given)))}, ${own}) || ']'`
}

/** Returns a zone with the requested parts and no others. */
export function shown({ records, history, dnskey, ip, ...zone }: ReadZone, parts: ZoneParts): Printed<WireZone> {
  return printed<WireZone>({
    ...zone,
    ...(ip !== null && { ip }),
    ...(parts.with_dnskey && { dnskey: dnskey ?? '' }),
    ...(records !== null && { records: new JsonText(records) }),
    ...(parts.with_history && { history: wireHistory(history ?? []) }),
  })
}
