import { Injectable } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import type { setTimers } from '@nameyard/contracts/registry/set-timers'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** The version at which a domain last set its timers, and its account. */
export interface TimerSetting {
  domainId: number
  resellerId: number
  version: number
}

/** A timer of a domain. */
export interface Timer {
  domainId: number
  kind: string
  dueAt: Date
  version: number
}

/** A due timer, with the account of its domain. */
export type DueTimer = Timer & Pick<TimerSetting, 'resellerId'>

interface Setting {
  readonly domainId: number
  readonly resellerId: number
  readonly version: number
  readonly kinds: readonly string[]
  readonly dueAt: readonly string[]
}

interface NextDue {
  readonly dueAt: Date | null
}

/**
 * One statement, so that a setting is never visible in part. A repeated version changes nothing: it would set a timer
 * again that has fired since.
 */
const REPLACE = statement<Setting>(
  'timers.replace',
  ({ domainId, resellerId, version, kinds, dueAt }) => sql`
    with newer as (
      insert into timer_setting as setting (domain_id, reseller_id, version)
      values (${domainId}, ${resellerId}, ${version})
      on conflict (domain_id) do update set reseller_id = excluded.reseller_id, version = excluded.version, set_at = now()
        where setting.version < excluded.version
      returning domain_id),
    cancelled as (
      delete from timer using newer where timer.domain_id = newer.domain_id and timer.kind <> all(${kinds}::text[]))
    insert into timer (domain_id, kind, due_at, version)
    select newer.domain_id, kind, due_at, ${version}
    from newer, unnest(${kinds}::text[], ${dueAt}::timestamptz[]) as set (kind, due_at)
    on conflict (domain_id, kind) do update set due_at = excluded.due_at, version = excluded.version`,
)

const FIRE = statement<{ now: Date; most: number }, DueTimer>(
  'timers.fire',
  ({ now, most }) => sql`
    with due as (
      select domain_id, kind from timer where due_at <= ${now} order by due_at limit ${most} for update skip locked)
    delete from timer using due, timer_setting setting
    where timer.domain_id = due.domain_id and timer.kind = due.kind and setting.domain_id = due.domain_id
    returning timer.domain_id as "domainId", setting.reseller_id as "resellerId", timer.kind,
      timer.due_at as "dueAt", timer.version`,
)

const NEXT = statement<void, NextDue>('timers.next', () => sql`select min(due_at) as "dueAt" from timer`)

const NEXT_EXCEPT = statement<{ kind: string }, NextDue>(
  'timers.next-except',
  ({ kind }) => sql`select min(due_at) as "dueAt" from timer where kind <> ${kind}`,
)

/** The timers of all domains. */
@Injectable()
export class TimerStore {
  constructor(private readonly database: Database) {}

  /** Replaces all timers of a domain, if the version is newer. */
  async replace({ domainId, resellerId, version, timers }: Payload<typeof setTimers>): Promise<void> {
    const kinds = timers.map(({ kind }) => kind)
    const dueAt = timers.map(({ dueAt }) => dueAt)
    await this.database.read(REPLACE, { domainId, resellerId, version, kinds, dueAt })
  }

  /** Deletes and returns due timers, the earliest first. Simultaneous callers get different timers. */
  async fire(tx: Tx, now: Date, most: number): Promise<DueTimer[]> {
    const fired = await tx.query(FIRE, { now, most })
    // `returning` has no defined order.
    return fired.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
  }

  /** Returns when the next timer is due, without timers of one kind. */
  async nextExcept(kind: string): Promise<Date | undefined> {
    const [row] = await this.database.read(NEXT_EXCEPT, { kind })
    return row?.dueAt ?? undefined
  }

  /** Returns when the next timer is due, if there is one. */
  async next(): Promise<Date | undefined> {
    const [row] = await this.database.read(NEXT)
    return row?.dueAt ?? undefined
  }
}
