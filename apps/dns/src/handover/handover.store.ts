import { raw, sql, statement } from '@nameyard/persistence/statement'
import { labelOfAccount } from '../assigned-nameservers/assigned-nameservers.store'
import { newVersion, type ChangedZone } from '../changing/zone.store'
import { notedByPlatform } from '../versions/change.store'

/** The account of zones that no account can open. */
export const NO_ACCOUNT = 0

const noAccount = raw(String(NO_ACCOUNT))

/** A zone of another account than the holder of its name. */
export interface OtherZone {
  readonly id: number
  readonly name: string
  readonly resellerId: number
}

/** Locks the zones of other accounts at a name and below it. `below` is a pattern of the reversed name. */
export const lockOtherZones = statement<{ name: string; below: string; resellerId: number }, OtherZone>(
  'dns.lock-other-zones',
  (given) => sql`
    select id, name, reseller_id as "resellerId" from zone
    where deleted_at is null and (name = ${given.name} or reverse(name) like ${given.below})
      and reseller_id <> ${given.resellerId}
    order by id for update`,
)

/** Returns zones that were kept after a transfer to the account that had them, and that holds the name again. */
export const returnKept = statement<{ ids: readonly number[]; resellerId: number }, { id: number }>(
  'dns.return-kept-zones',
  (given) => sql`
    update zone set reseller_id = ${given.resellerId}, kept_for = null, ends_at = null
    where id = any(${given.ids}::integer[]) and kept_for = ${given.resellerId}
    returning id`,
)

/** Publishes zones until an instant, without an account that can open them. */
export const keepZones = statement<{ ids: readonly number[]; endsAt: Date }>(
  'dns.keep-zones',
  (given) => sql`
    with ended as (delete from zone_link where zone_id = any(${given.ids}::integer[]))
    update zone set kept_for = reseller_id, reseller_id = ${noAccount}, ends_at = ${given.endsAt}
    where id = any(${given.ids}::integer[]) and reseller_id <> ${noAccount}`,
)

/**
 * Gives zones to another account, with all earlier zones of their names, which are their history. Links to them end. Their
 * history shows the new account no person of the former one.
 */
export const moveZones = statement<{ names: readonly string[]; from: number; to: number }>(
  'dns.move-zones',
  (given) => sql`
    with moved as (
      update zone set reseller_id = ${given.to}, moved_version = version
      where name = any(${given.names}::text[]) and reseller_id = ${given.from} returning id)
    delete from zone_link l using moved where l.zone_id = moved.id`,
)

/** Makes a version of each moved zone whose apex has other name servers now. */
export const giveNameservers = statement<
  { names: readonly string[]; from: number; to: number; now: Date },
  ChangedZone & { name: string }
>(
  'dns.give-nameservers',
  (given) => sql`
    with changed as (
      update zone z set ${newVersion(given.now)}
      where name = any(${given.names}::text[]) and reseller_id = ${given.to} and deleted_at is null and type = 'master'
        and ${labelOfAccount(given.from)} is distinct from ${labelOfAccount(given.to)}
      returning id, name, version),
    ${notedByPlatform('platform.move', sql`changed`, given)}
    select id, name, version::float8 from changed`,
)

/** How far the holders of older domains were read. */
export const readFill = statement<void, { startedAt: Date; afterDomain: number; isDone: boolean }>(
  'dns.read-holder-fill',
  () => sql`select started_at as "startedAt", after_domain as "afterDomain", is_done as "isDone" from holder_fill`,
)

export const saveFill = statement<{ afterDomain: number; isDone: boolean }>(
  'dns.save-holder-fill',
  (given) => sql`
    update holder_fill set after_domain = greatest(after_domain, ${given.afterDomain}), is_done = ${given.isDone}`,
)

/** Kept zones whose time is over. */
export const endedZones = statement<{ now: Date }, { id: number; name: string }>(
  'dns.ended-zones',
  ({ now }) => sql`
    select id, name from zone where ends_at <= ${now} and deleted_at is null order by ends_at limit 50`,
)

/** Locks a kept zone whose time is over; returns no row when it has another account meanwhile. */
export const lockEnded = statement<{ id: number; now: Date }>(
  'dns.lock-ended-zone',
  ({ id, now }) => sql`
    select id from zone where id = ${id} and ends_at <= ${now} and deleted_at is null for update`,
)

/** When the next kept zone ends. */
export const nextEnd = statement<void, { dueAt: Date | null }>(
  'dns.next-zone-end',
  () => sql`select min(ends_at) as "dueAt" from zone where ends_at is not null and deleted_at is null`,
)

/** How long a name that no account holds any more outranks older events about it. */
const REMEMBERED = raw('30 days')

export const forgetHolders = statement<{ now: Date }>(
  'dns.forget-holders',
  ({ now }) => sql`
    delete from holder where name in (
      select name from holder
      where reseller_id is null and changed_at < ${now}::timestamptz - interval '${REMEMBERED}' limit 500)`,
)
