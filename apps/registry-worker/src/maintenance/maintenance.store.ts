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

/** An older message that arrives late changes nothing. */
export const putMaintenance = statement<AnnouncedMaintenance>(
  'maintenances.put',
  ({ account, id, startAt, endAt, reason, impact, tlds, changedAt }) => sql`
    insert into maintenance (account, id, start_at, end_at, reason, impact, tlds, changed_at)
    values (${account}, ${id}, ${startAt}, ${endAt}, ${reason}, ${impact}, ${tlds}, ${changedAt})
    on conflict (account, id) do update set start_at = excluded.start_at, end_at = excluded.end_at,
      reason = excluded.reason, impact = excluded.impact, tlds = excluded.tlds, changed_at = excluded.changed_at
      where maintenance.changed_at <= excluded.changed_at`,
)

export const deleteMaintenance = statement<{ readonly account: string; readonly id: string }>(
  'maintenances.delete',
  ({ account, id }) => sql`delete from maintenance where account = ${account} and id = ${id}`,
)

/** What is planned or running at all accounts. */
export const presentMaintenances = statement<{ readonly now: Date }, AnnouncedMaintenance>(
  'maintenances.present',
  ({ now }) => sql`
    select account, id, start_at as "startAt", end_at as "endAt", reason, impact, tlds, changed_at as "changedAt"
    from maintenance where end_at > ${now} order by start_at, account, id`,
)
