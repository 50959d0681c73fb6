import { sql, statement } from '@nameyard/persistence/statement'

/** A maintenance of a registry, as accounts are told of it: by an operator, or by the registry itself (RFC 9167). */
export interface PlannedMaintenance {
  readonly id: number
  /** The account at the registry that was named, if one was. */
  readonly registryAccount: string | null
  /** The registry's identifier of it; null if an operator has announced it. */
  readonly registryId: string | null
  /** When the registry has changed it last. */
  readonly registryChangedAt: Date | null
  readonly extensions: readonly string[]
  readonly startsAt: Date
  readonly endsAt: Date
  readonly reason: 'planned' | 'emergency'
  readonly impact: 'full' | 'partial' | 'none'
  readonly text: string
  readonly announcedAt: Date
  readonly changedAt: Date
  readonly withdrawnAt: Date | null
  /** The operator who has changed it last, or `registry`. */
  readonly setBy: string
}

const columns = sql`id, registry_account as "registryAccount", registry_id as "registryId",
    registry_changed_at as "registryChangedAt", extensions, starts_at as "startsAt", ends_at as "endsAt", reason, impact,
    text, announced_at as "announcedAt", changed_at as "changedAt", withdrawn_at as "withdrawnAt",
    set_by as "setBy"`

export const insertMaintenance = statement<Omit<PlannedMaintenance, 'id'>, PlannedMaintenance>(
  'planned-maintenances.announce',
  (given) => sql`
    insert into planned_maintenance (registry_account, registry_id, registry_changed_at, extensions, starts_at, ends_at,
      reason, impact, text, announced_at, changed_at, withdrawn_at, set_by)
    values (${given.registryAccount}, ${given.registryId}, ${given.registryChangedAt}, ${given.extensions},
      ${given.startsAt}, ${given.endsAt}, ${given.reason}, ${given.impact}, ${given.text}, ${given.announcedAt},
      ${given.changedAt}, ${given.withdrawnAt}, ${given.setBy})
    returning ${columns}`,
)

/** Locks a maintenance that is planned or running; no row if there is none of that number. */
export const lockMaintenance = statement<{ readonly id: number; readonly now: Date }, PlannedMaintenance>(
  'planned-maintenances.lock',
  ({ id, now }) => sql`
    select ${columns} from planned_maintenance
    where id = ${id} and withdrawn_at is null and ends_at > ${now} for update`,
)

/** Locks what a registry has announced, also if it was withdrawn or has ended. */
export const lockMaintenanceOfRegistry = statement<
  { readonly account: string; readonly registryId: string },
  PlannedMaintenance
>(
  'planned-maintenances.lock-of-registry',
  ({ account, registryId }) => sql`
    select ${columns} from planned_maintenance
    where registry_account = ${account} and registry_id = ${registryId} for update`,
)

export const saveMaintenance = statement<Omit<PlannedMaintenance, 'announcedAt' | 'registryAccount' | 'registryId'>>(
  'planned-maintenances.save',
  (given) => sql`
    update planned_maintenance set registry_changed_at = ${given.registryChangedAt}, extensions = ${given.extensions},
      starts_at = ${given.startsAt}, ends_at = ${given.endsAt}, reason = ${given.reason}, impact = ${given.impact},
      text = ${given.text}, changed_at = ${given.changedAt}, withdrawn_at = ${given.withdrawnAt},
      set_by = ${given.setBy}
    where id = ${given.id}`,
)

/** Those of the given identifiers of registries that were announced, also if they were withdrawn or have ended. */
export const announcedOfRegistries = statement<
  { readonly accounts: readonly string[]; readonly registryIds: readonly string[] },
  Pick<PlannedMaintenance, 'extensions'> & { readonly registryAccount: string; readonly registryId: string }
>(
  'planned-maintenances.announced-of-registries',
  ({ accounts, registryIds }) => sql`
    select registry_account as "registryAccount", registry_id as "registryId", extensions from planned_maintenance
    where registry_id is not null and (registry_account, registry_id) in
      (select * from unnest(${accounts}::text[], ${registryIds}::text[]))`,
)

/** What is planned or running, in the order of its start. */
export const presentMaintenances = statement<{ readonly now: Date }, PlannedMaintenance>(
  'planned-maintenances.present',
  ({ now }) => sql`
    select ${columns} from planned_maintenance where ends_at > ${now} and withdrawn_at is null
    order by starts_at, id`,
)

/** Everything that was announced and is kept, in the order of its start. */
export const allMaintenances = statement<void, PlannedMaintenance>(
  'planned-maintenances.all',
  () => sql`select ${columns} from planned_maintenance order by starts_at, id`,
)
