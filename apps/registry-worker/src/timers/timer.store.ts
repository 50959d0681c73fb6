import type { Payload } from '@nameyard/contracts/event'
import type { setTimers } from '@nameyard/contracts/registry/set-timers'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import { EntitySchema } from 'typeorm'

/** At which version a domain last set its timers, and whose it was. */
export interface TimerSetting {
  domainId: number
  resellerId: number
  version: number
}

/** Something that shall happen to a domain. */
export interface Timer {
  domainId: number
  kind: string
  dueAt: Date
  version: number
}

/** A timer that fired, with the account it concerns. */
export type DueTimer = Timer & Pick<TimerSetting, 'resellerId'>

const integer = { type: 'integer' } as const

export const timerSettingSchema = new EntitySchema<TimerSetting>({
  name: 'timer_setting',
  columns: {
    domainId: { ...integer, name: 'domain_id', primary: true },
    resellerId: { ...integer, name: 'reseller_id' },
    version: integer,
  },
})

export const timerSchema = new EntitySchema<Timer>({
  name: 'timer',
  columns: {
    domainId: { ...integer, name: 'domain_id', primary: true },
    kind: { type: 'text', primary: true },
    dueAt: { type: 'timestamptz', name: 'due_at' },
    version: integer,
  },
  indices: [{ name: 'timer_due', columns: ['dueAt'] }],
})

/**
 * Everything at once, so that no reader sees half a setting. The same version again changes nothing: a timer that has
 * fired since would be set anew.
 */
const replace = statement(
  'timers.replace',
  `with newer as (
     insert into timer_setting as setting (domain_id, reseller_id, version) values ($1, $2, $3)
     on conflict (domain_id) do update set reseller_id = excluded.reseller_id, version = excluded.version
       where setting.version < excluded.version
     returning domain_id),
   cancelled as (
     delete from timer using newer where timer.domain_id = newer.domain_id and timer.kind <> all($4::text[]))
   insert into timer (domain_id, kind, due_at, version)
   select newer.domain_id, kind, due_at, $3 from newer, unnest($4::text[], $5::timestamptz[]) as set (kind, due_at)
   on conflict (domain_id, kind) do update set due_at = excluded.due_at, version = excluded.version`,
)

const fire = statement(
  'timers.fire',
  `with due as (
     select domain_id, kind from timer where due_at <= $1 order by due_at limit $2 for update skip locked)
   delete from timer using due, timer_setting setting
   where timer.domain_id = due.domain_id and timer.kind = due.kind and setting.domain_id = due.domain_id
   returning timer.domain_id as "domainId", setting.reseller_id as "resellerId", timer.kind,
     timer.due_at as "dueAt", timer.version`,
)

const next = statement('timers.next', 'select min(due_at) as "dueAt" from timer')
const nextBut = statement('timers.next-but', 'select min(due_at) as "dueAt" from timer where kind <> $1')

/** The timers of all domains. */
@Injectable()
export class TimerStore {
  constructor(private readonly database: Database) {}

  /** Sets all timers of a domain, in place of those it had; nothing happens unless the version is a newer one. */
  async replace({ domainId, resellerId, version, timers }: Payload<typeof setTimers>): Promise<void> {
    const kinds = timers.map(({ kind }) => kind)
    const dueAt = timers.map(({ dueAt }) => dueAt)
    await this.database.read(replace, [domainId, resellerId, version, kinds, dueAt])
  }

  /** Takes timers that are due, the earliest first; others that look meanwhile get other ones. */
  async fire(tx: Tx, now: Date, most: number): Promise<DueTimer[]> {
    const fired = await tx.query<DueTimer & { [column: string]: unknown }>(fire, [now, most])
    // `returning` promises no order.
    return fired.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
  }

  /** As `next`, timers of one kind left out. */
  async nextBut(kind: string): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextBut, [kind])
    return row?.dueAt ?? undefined
  }

  /** When the next timer is due, if there is one. */
  async next(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(next)
    return row?.dueAt ?? undefined
  }
}
