import { sql, statement } from '@nameyard/persistence/statement'

/** A maintenance of a registry that an operator has announced. */
export interface PlannedMaintenance {
  readonly id: number
  /** The account at the registry that was named, if one was. */
  readonly registryAccount: string | null
  readonly extensions: readonly string[]
  readonly startsAt: Date
  readonly endsAt: Date
  readonly impact: 'full' | 'partial' | 'none'
  readonly text: string
  readonly announcedAt: Date
  readonly changedAt: Date
  readonly withdrawnAt: Date | null
  /** The operator who has changed it last. */
  readonly setBy: string
}

const columns = sql`id, registry_account as "registryAccount", extensions, starts_at as "startsAt", ends_at as "endsAt",
    impact, text, announced_at as "announcedAt", changed_at as "changedAt", withdrawn_at as "withdrawnAt",
    set_by as "setBy"`

export const insertMaintenance = statement<
  Omit<PlannedMaintenance, 'announcedAt' | 'changedAt' | 'id' | 'withdrawnAt'> & { readonly now: Date },
  PlannedMaintenance
>(
  'planned-maintenances.announce',
  (given) => sql`
    insert into planned_maintenance (registry_account, extensions, starts_at, ends_at, impact, text, announced_at,
      changed_at, set_by)
    values (${given.registryAccount}, ${given.extensions}, ${given.startsAt}, ${given.endsAt}, ${given.impact},
      ${given.text}, ${given.now}, ${given.now}, ${given.setBy})
    returning ${columns}`,
)

/** Locks a maintenance that is planned or running; no row if there is none of that number. */
export const lockMaintenance = statement<{ readonly id: number; readonly now: Date }, PlannedMaintenance>(
  'planned-maintenances.lock',
  ({ id, now }) => sql`
    select ${columns} from planned_maintenance
    where id = ${id} and withdrawn_at is null and ends_at > ${now} for update`,
)

export const saveMaintenance = statement<
  Pick<PlannedMaintenance, 'changedAt' | 'endsAt' | 'id' | 'impact' | 'setBy' | 'startsAt' | 'text' | 'withdrawnAt'>
>(
  'planned-maintenances.save',
  (given) => sql`
    update planned_maintenance set starts_at = ${given.startsAt}, ends_at = ${given.endsAt}, impact = ${given.impact},
      text = ${given.text}, changed_at = ${given.changedAt}, withdrawn_at = ${given.withdrawnAt},
      set_by = ${given.setBy}
    where id = ${given.id}`,
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
