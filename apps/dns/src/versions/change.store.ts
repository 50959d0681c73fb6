import type { Call } from '@nameyard/contracts/operation'
import { raw, sql, type Sql } from '@nameyard/persistence/statement'
import { askedIn, type AskedIn } from '@nameyard/runtime/traces'
import { encodeRecords } from '@nameyard/zone/wire-record'
import type { ChangeSet } from '../records/model/difference'

/** Who made a change, and what it changed, as columns of `zone_change`. */
export interface ChangeNote extends AskedIn {
  readonly contactId: number | null
  readonly username: string | null
  readonly source: string
  readonly removed: Buffer
  readonly added: Buffer
  readonly removedCount: number
  readonly addedCount: number
}

/** Columns of `zone_change` in the order of {@link ChangeNote}. */
export const noteColumns = sql`contact_id, username, source, request, trace, removed, added, removed_count, added_count`

/** Adds a change to the history of the zone in `from`, which has its id and version. */
export const noted = (
  from: Sql,
  given: { readonly [Column in keyof ChangeNote | 'now']: unknown },
): Sql => sql`noted as (
      insert into zone_change (zone_id, version, changed_at, ${noteColumns})
      select id, version, ${given.now}::timestamptz, ${given.contactId}, ${given.username}, ${given.source},
        ${given.request}, ${given.trace}, ${given.removed}, ${given.added}, ${given.removedCount}, ${given.addedCount}
      from ${from})`

/** Changes that the platform makes by itself, as the history names them. */
export type PlatformSource = 'platform.move' | 'platform.repair' | 'platform.unsign'

/** Adds a version that the platform made, with the same records, to the history of the zones in `from`. */
export const notedByPlatform = (
  source: PlatformSource,
  from: Sql,
  given: { readonly now: unknown },
): Sql => sql`noted as (
      insert into zone_change (zone_id, version, changed_at, source, removed, added, removed_count, added_count)
      select id, version, ${given.now}::timestamptz, '${raw(source)}', '', '', 0, 0 from ${from}
      on conflict do nothing)`

/** The note of a change. `actor` is missing when the platform changes a zone. */
export function noteOf(
  { actor, correlationId }: Pick<Call, 'actor' | 'correlationId'>,
  source: string,
  { removed, added }: ChangeSet,
): ChangeNote {
  return {
    contactId: actor?.contactId ?? null,
    username: actor?.username ?? null,
    source,
    ...askedIn({ correlationId }),
    removed: encodeRecords(removed),
    added: encodeRecords(added),
    removedCount: removed.length,
    addedCount: added.length,
  }
}
