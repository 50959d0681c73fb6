import type { getZone } from '@nameyard/contracts/dns/get-zone'
import type { Result } from '@nameyard/contracts/operation'
import { sql, type Sql } from '@nameyard/persistence/statement'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import type { StoredChange } from '../versions/version.store'
import { wireDate } from '../wire-date'

export type WireZone = Result<typeof getZone>

/** A zone as a statement reads it. Its records are JSON text. */
export type ReadZone = Omit<WireZone, 'dnskey' | 'records' | 'history' | 'ip'> & {
  readonly ip: string | null
  readonly dnskey: string | null
  readonly records: string | null
  readonly history?: readonly StoredChange[] | null
}

/** The stored delegation of a zone `z` as the wire has it. `expected` are the name servers of its account. */
const wireDelegation = (expected: Sql): Sql => sql`(
    select json_build_object('state', coalesce(d.state, 'unknown'), 'expected', ${expected},
      'found', coalesce(d.found, '{}'), 'checked_at', coalesce(${wireDate(sql`d.checked_at`)}, '0000-00-00 00:00:00'))
    from (values (1)) one left join zone_delegation d on d.zone_id = z.id and d.reseller_id = z.reseller_id)`

/** The key of a zone `z`, from which a DS is made. Shown from when every name server has it until it is switched off. */
const shownKey = sql`(
    select concat_ws(' ', k.flags, 3, k.algorithm, replace(encode(k.public_key, 'base64'), E'\\n', ''))
    from zone_key k where k.zone_id = z.id and k.is_wanted and k.seen_at is not null)`

/** A value of the transfers of a slave zone `z`; null for any other zone. */
const transfer = (value: Sql): Sql =>
  sql`(select ${value} from zone_transfer t where z.type = 'slave' and t.zone_id = z.id)`

/** The silent master of a published slave zone, as a server that the zone waits for. */
const silentMaster = transfer(sql`json_build_array(json_build_object('server', z.master_address,
    'since', ${wireDate(sql`t.silent_since`)}, 'problem', 'the master does not answer', 'serial', t.serial))`)

const isPublished = sql`z.published_version >= z.version`
const isSilent = sql`coalesce(${transfer(sql`t.silent_since is not null`)}, false)`

/** State of publication of a zone `z`. The name servers never have an older version than `published_version`. */
const publication = sql`json_strip_nulls(json_build_object(
    'state', case
      when ${isPublished} and ${isSilent} then 'pending'
      when ${isPublished} and z.unpublished is not null then 'partial'
      when ${isPublished} then 'published'
      when z.rejection is not null then 'rejected'
      else 'pending' end,
    'version', z.version, 'published_version', z.published_version,
    'reason', case when not ${isPublished} then z.rejection end,
    'waiting_for', case
      when not ${isPublished} and z.rejection is null then z.waits::json
      when ${isPublished} and ${isSilent} then ${silentMaster} end,
    'unpublished', case when ${isPublished} then z.unpublished end,
    'transfer', ${transfer(sql`json_build_object('date', ${wireDate(sql`t.transferred_at`)}, 'serial', t.serial,
      'last_answer', ${wireDate(sql`t.seen_at`)})`)}))`

/** The name server of the account of a zone `z` that stands for a shared one. */
export const assigned = (host: Sql): Sql => sql`concat_ws('.', ${labelOfZone}, ${host})`

/** The name servers of the account of a zone `z` as JSON. */
const nameservers = (nsHosts: unknown): Sql => sql`(
    select json_agg(${assigned(sql`host`)} order by place) from unnest(${nsHosts}::text[]) with ordinality as n (host, place))`

/** Columns of a zone `z` as the wire has them: `id` first, and not last. */
export const zoneColumns = ({
  nsHosts,
}: {
  readonly nsHosts: unknown
}): Sql => sql`z.id, z.reseller_id, z.name, z.type, z.provider, z.master_address as ip, true as active,
  false as is_deleted, false as is_shadow, false as is_spamexperts_enabled,
  ${wireDate(sql`z.created_at`)} as creation_date, ${wireDate(sql`z.updated_at`)} as modification_date,
  ${publication} as publication, ${wireDelegation(nameservers(nsHosts))} as delegation, null::json as premium_dns, ${shownKey} as dnskey`
