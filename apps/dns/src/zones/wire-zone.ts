import type { getZone } from '@nameyard/contracts/dns/get-zone'
import type { Input, Result } from '@nameyard/contracts/operation'
import { JsonText, printed, type Printed } from '@nameyard/messaging/printed'
import type { Authority } from '@nameyard/zone/zone'
import type { StoredChange } from './version.store'
import { wireDate } from './wire-date'
import { wireHistory } from './wire-history'

export type WireZone = Result<typeof getZone>

/** A zone as a statement reads it; its records are JSON text. */
export type ReadZone = Omit<WireZone, 'dnskey' | 'records' | 'history' | 'ip'> & {
  readonly ip: string | null
  readonly dnskey: string | null
  readonly records: string | null
  readonly history?: readonly StoredChange[] | null
}
type WireRecord = NonNullable<WireZone['records']>[number]

/** The parts of a zone that are shown on demand. */
export type ZoneParts = Pick<Input<typeof getZone>, 'with_records' | 'with_history' | 'with_dnskey'>

/** The key of a zone `z` for whoever makes a DS of it: shown when every name server has it, and no longer than wanted. */
const shownKey = `(select concat_ws(' ', k.flags, 3, k.algorithm, replace(encode(k.public_key, 'base64'), E'\\n', ''))
    from zone_key k where k.zone_id = z.id and k.is_wanted and k.seen_at is not null)`

/** What is known of the transfers of a slave zone `z`; null for any other. */
const transfer = (column: string) =>
  `(select ${column} from zone_transfer t where z.type = 'slave' and t.zone_id = z.id)`

/** The master of a published slave zone as something that is waited for, where it is silent. */
const silentMaster = transfer(`json_build_array(json_build_object('server', z.master_address,
    'since', ${wireDate('t.silent_since')}, 'problem', 'the master does not answer', 'serial', t.serial))`)

const isPublished = `z.published_version >= z.version`
const isSilent = `coalesce(${transfer('t.silent_since is not null')}, false)`

/** How far the name servers are with a zone `z`; what they hold is never behind what it was published with. */
const publication = `json_strip_nulls(json_build_object(
    'state', case when ${isPublished} and ${isSilent} then 'pending' when ${isPublished} and z.unpublished is not null
      then 'partial' when ${isPublished} then 'published' when z.rejection is not null then 'rejected' else 'pending' end,
    'version', z.version, 'published_version', z.published_version,
    'reason', case when not ${isPublished} then z.rejection end,
    'waiting_for', case when not ${isPublished} and z.rejection is null then z.waits::json
      when ${isPublished} and ${isSilent} then ${silentMaster} end,
    'unpublished', case when ${isPublished} then z.unpublished end,
    'transfer', ${transfer(`json_build_object('date', ${wireDate('t.transferred_at')}, 'serial', t.serial,
      'last_answer', ${wireDate('t.seen_at')})`)}))`

/** Columns of a zone `z` as the wire has them: `id` first, and not last. */
export const zoneColumns = `z.id, z.reseller_id, z.name, z.type, z.provider, z.master_address as ip, true as active, false as is_deleted,
  false as is_shadow, false as is_spamexperts_enabled, ${wireDate('z.created_at')} as creation_date,
  ${wireDate('z.updated_at')} as modification_date, ${publication} as publication, null::json as premium_dns,
  ${shownKey} as dnskey`

/** What {@link zoneRecords} needs of the settings, as values of a statement. */
export function authorityValues({ nameservers, mailbox, ...authority }: Authority): unknown[] {
  const { refresh, retry, expire, minimum } = authority
  return [
    `${nameservers[0]} ${mailbox}`,
    `${refresh} ${retry} ${expire} ${minimum}`,
    authority.soaTtl,
    nameservers,
    authority.nsTtl,
  ]
}

/**
 * Rows of the platform's SOA and NS of a zone `z`, in their order; `$first` and the four parameters behind it are
 * {@link authorityValues}.
 */
function managedRows(first: number): string {
  const [names, times, soaTtl, hosts, nsTtl] = [0, 1, 2, 3, 4].map((at) => `$${first + at}`)
  return `select 'SOA' as type, z.name, concat_ws(' ', ${names}::text, z.version % 4294967296, ${times}::text) as value,
      ${soaTtl}::integer as ttl, 0 as prio, z.created_at, z.updated_at
    union all
    select 'NS', z.name, host, ${nsTtl}::integer, 0, z.created_at, z.created_at from unnest(${hosts}::text[]) as n (host)`
}

/** Rows of the records that resellers put into a zone `z`. */
const ownRows = `select r.type, r.owner as name, r.value, r.ttl, r.prio, r.created_at, r.updated_at
  from record r where r.zone_id = z.id`

/** An instant as {@link wireDate} has it, in a third of the time: dates are printed by ISO 8601 in sessions of ours. */
const dateText = (instant: string) => `'"' || date_trunc('second', ${instant} at time zone 'utc') || '"'`

/** Types have nothing that JSON would escape, and names have backslashes at most. */
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
 * JSON text of a record named `row`, as the wire has it. Put together by hand: zones have thousands
 * of records, and `json_build_object` takes twice as long.
 */
const recordText = `${Object.entries(fieldTexts)
  .map(([name, text], at) => `'${at === 0 ? '{' : ','}"${name}":' || ${text}`)
  .join(' || ')} || '}'`

/** JSON texts of the rows that `from` has, in its order, with commas between; null where it has none. */
const listed = (from: string, order = '') =>
  `(select string_agg(record, ',') from (select ${recordText} as record from (${from}) row ${order}) listed)`

/** JSON text of a list of rows in their order. */
export const recordList = (from: string) => `'[' || coalesce(${listed(from)}, '') || ']'`

/** JSON text of all records of a zone `z`, in the order of a zone file. */
export function zoneRecords(first: number): string {
  const own = listed(ownRows, 'order by row.name collate "C", row.type, row.prio, row.value collate "C"')
  return `'[' || concat_ws(',', ${listed(managedRows(first))}, ${own}) || ']'`
}

/** The zone with the parts that were asked for and no others. */
export function shown({ records, history, dnskey, ip, ...zone }: ReadZone, parts: ZoneParts): Printed<WireZone> {
  return printed<WireZone>({
    ...zone,
    ...(ip !== null && { ip }),
    ...(parts.with_dnskey && { dnskey: dnskey ?? '' }),
    ...(records !== null && { records: new JsonText(records) }),
    ...(parts.with_history && { history: wireHistory(history ?? []) }),
  })
}
