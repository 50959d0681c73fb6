import type { getZone } from '@nameyard/contracts/dns/get-zone'
import type { Input, Result } from '@nameyard/contracts/operation'
import type { Authority } from '@nameyard/zone/zone'
import type { StoredChange } from './version.store'
import { wireDate } from './wire-date'
import { wireHistory } from './wire-history'

export type WireZone = Result<typeof getZone>

/** A zone as a statement reads it. */
export type ReadZone = Omit<WireZone, 'dnskey' | 'history' | 'ip'> & {
  readonly ip: string | null
  readonly dnskey: string | null
  readonly history?: readonly StoredChange[] | null
}
export type WireRecord = NonNullable<WireZone['records']>[number]

/** The parts of a zone that are shown on demand. */
export type ZoneParts = Pick<Input<typeof getZone>, 'with_records' | 'with_history' | 'with_dnskey'>

/** The key of a zone `z` for whoever makes a DS of it: shown when every name server has it, and no longer than wanted. */
const shownKey = `(select concat_ws(' ', k.flags, 3, k.algorithm, replace(encode(k.public_key, 'base64'), E'\\n', ''))
    from zone_key k where k.zone_id = z.id and k.is_wanted and k.seen_at is not null)`

/** How far the name servers are with a zone `z`; what they hold is never behind what it was published with. */
const publication = `json_strip_nulls(json_build_object(
    'state', case when z.published_version >= z.version then 'published'
      when z.rejection is not null then 'rejected' else 'pending' end,
    'version', z.version, 'published_version', z.published_version,
    'reason', case when z.published_version < z.version then z.rejection end))`

/** Columns of a zone `z` as the wire has them: `id` first, and not last. */
export const zoneColumns = `z.id, z.reseller_id, z.name, z.type, z.provider, z.master_address as ip, true as active, false as is_deleted,
  false as is_shadow, false as is_spamexperts_enabled, ${wireDate('z.created_at')} as creation_date,
  ${wireDate('z.updated_at')} as modification_date, ${publication} as publication, null::json as premium_dns,
  ${shownKey} as dnskey`

/** What {@link recordRows} needs of the settings, as values of a statement. */
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
 * Rows of all records of a zone `z`, the platform's SOA and NS among them; `$first` and the four parameters behind it
 * are {@link authorityValues}. `rank` is the order of a zone file.
 */
export function recordRows(first: number): string {
  const [names, times, soaTtl, hosts, nsTtl] = [0, 1, 2, 3, 4].map((at) => `$${first + at}`)
  return `select 0 as rank, 'SOA' as type, z.name, concat_ws(' ', ${names}::text, z.version % 4294967296, ${times}::text) as value,
      ${soaTtl}::integer as ttl, 0 as prio, z.created_at, z.updated_at
    union all
    select at::integer, 'NS', z.name, host, ${nsTtl}::integer, 0, z.created_at, z.created_at
    from unnest(${hosts}::text[]) with ordinality as n (host, at)
    union all
    select ${MANAGED_RANKS}, r.type, r.owner, r.value, r.ttl, r.prio, r.created_at, r.updated_at
    from record r where r.zone_id = z.id`
}

/** Ranks below this belong to SOA and NS. */
const MANAGED_RANKS = 1_000

/** A record of {@link recordRows} named `row`, as the wire has it. */
export const recordObject = `json_build_object('type', row.type, 'name', row.name, 'value', row.value, 'ttl', row.ttl,
  'prio', row.prio, 'creation_date', ${wireDate('row.created_at')}, 'modification_date', ${wireDate('row.updated_at')})`

/** All records of a zone `z` as one JSON list. */
export function recordList(first: number): string {
  return `(select json_agg(${recordObject} order by row.rank, row.name collate "C", row.type, row.prio, row.value collate "C")
    from (${recordRows(first)}) row)`
}

/** The zone with the parts that were asked for and no others. */
export function shown({ records, history, dnskey, ip, ...zone }: ReadZone, parts: ZoneParts): WireZone {
  return {
    ...zone,
    ...(ip !== null && { ip }),
    ...(parts.with_dnskey && { dnskey: dnskey ?? '' }),
    ...(parts.with_records && { records: records ?? [] }),
    ...(parts.with_history && { history: wireHistory(history ?? []) }),
  }
}
