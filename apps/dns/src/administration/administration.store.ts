import { sql, statement } from '@nameyard/persistence/statement'

/** A zone as operators see it. */
interface InspectedZone {
  readonly id: number
  readonly name: string
  readonly resellerId: number
  readonly keptFor: number | null
  readonly endsAt: Date | null
  readonly isDeleted: boolean
  readonly version: number
  readonly holder: number | null
}

const columns = sql`z.id, z.name, z.reseller_id as "resellerId", z.kept_for as "keptFor", z.ends_at as "endsAt",
      z.deleted_at is not null as "isDeleted", z.version::float8,
      (select h.reseller_id from holder h where h.name = z.name) as holder`

/** All zones that a name has had, newest first. */
export const zonesOfName = statement<{ name: string; limit: number }, InspectedZone>(
  'dns.zones-of-name',
  ({ name, limit }) => sql`select ${columns} from zone z where z.name = ${name} order by z.version desc limit ${limit}`,
)

/** The live zones of an account in the order of their names. */
export const zonesOfAccount = statement<{ resellerId: number; limit: number }, InspectedZone>(
  'dns.zones-of-account',
  ({ resellerId, limit }) => sql`
    select ${columns} from zone z
    where z.reseller_id = ${resellerId} and z.deleted_at is null order by z.name collate "C" limit ${limit}`,
)

/** The kept zones of all accounts, or of a former account, in the order in which they end. */
export const keptZones = statement<{ keptFor: number | null; limit: number }, InspectedZone>(
  'dns.kept-zones',
  ({ keptFor, limit }) => sql`
    select ${columns} from zone z
    where z.ends_at is not null and z.deleted_at is null and z.kept_for = coalesce(${keptFor}::integer, z.kept_for)
    order by z.ends_at, z.id limit ${limit}`,
)

/** The live zone of a name, in any account. */
export const lockLiveZone = statement<{ name: string }, { id: number; resellerId: number; keptFor: number | null }>(
  'dns.lock-live-zone',
  ({ name }) => sql`
    select id, reseller_id as "resellerId", kept_for as "keptFor" from zone
    where name = ${name} and deleted_at is null for update`,
)
