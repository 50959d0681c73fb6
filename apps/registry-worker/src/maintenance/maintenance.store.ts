import { sql, statement } from '@nameyard/persistence/statement'

/** A maintenance that a registry has announced. */
export interface AnnouncedMaintenance {
  readonly account: string
  readonly id: string
  readonly startAt: Date
  readonly endAt: Date
  readonly reason: 'planned' | 'emergency'
  readonly impact: 'full' | 'partial' | 'none'
  /** Empty: all extensions of the account. */
  readonly tlds: readonly string[]
  readonly changedAt: Date
}

const columns = sql`account, id, start_at as "startAt", end_at as "endAt", reason, impact, tlds, changed_at as "changedAt"`

/** Returns the row if something of it has changed. An older message that arrives late changes nothing. */
export const putMaintenance = statement<AnnouncedMaintenance, AnnouncedMaintenance>(
  'maintenances.put',
  ({ account, id, startAt, endAt, reason, impact, tlds, changedAt }) => sql`
    insert into maintenance as old (account, id, start_at, end_at, reason, impact, tlds, changed_at)
    values (${account}, ${id}, ${startAt}, ${endAt}, ${reason}, ${impact}, ${tlds}, ${changedAt})
    on conflict (account, id) do update set start_at = excluded.start_at, end_at = excluded.end_at,
      reason = excluded.reason, impact = excluded.impact, tlds = excluded.tlds, changed_at = excluded.changed_at
      where old.changed_at <= excluded.changed_at
        and (old.start_at, old.end_at, old.reason, old.impact, old.tlds, old.changed_at) is distinct from
          (excluded.start_at, excluded.end_at, excluded.reason, excluded.impact, excluded.tlds, excluded.changed_at)
    returning ${columns}`,
)

/** Returns the deleted row. */
export const deleteMaintenance = statement<{ readonly account: string; readonly id: string }, AnnouncedMaintenance>(
  'maintenances.delete',
  ({ account, id }) => sql`delete from maintenance where account = ${account} and id = ${id} returning ${columns}`,
)

/** Deletes a maintenance unless it was changed since it was read. Returns the deleted row. */
export const deleteUnchangedMaintenance = statement<
  Pick<AnnouncedMaintenance, 'account' | 'changedAt' | 'id'>,
  AnnouncedMaintenance
>(
  'maintenances.delete-unchanged',
  ({ account, id, changedAt }) => sql`
    delete from maintenance where account = ${account} and id = ${id} and changed_at = ${changedAt}
    returning ${columns}`,
)

/** What is known of an account, also what has ended. */
export const maintenancesOf = statement<{ readonly account: string }, AnnouncedMaintenance>(
  'maintenances.of-account',
  ({ account }) => sql`select ${columns} from maintenance where account = ${account}`,
)

/** What is planned or running at all accounts. */
export const presentMaintenances = statement<{ readonly now: Date }, AnnouncedMaintenance>(
  'maintenances.present',
  ({ now }) => sql`select ${columns} from maintenance where end_at > ${now} order by start_at, account, id`,
)
