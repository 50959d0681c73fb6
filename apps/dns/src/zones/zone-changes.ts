import { Inject, Injectable } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import type { zoneChanged } from '@nameyard/contracts/dns/zone-plan'
import type { Warning } from '@nameyard/contracts/envelope'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { ancestorsOf } from '@nameyard/names/relation'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { z } from 'zod'
import { ZoneSigning } from '../dnssec/zone-signing'
import { brakes } from './model/brake'
import { difference } from './model/changed-records'
import type { RecordSet } from './model/records-of'
import { exchangeOf } from './model/steps'
import { refuseMaster } from './slave-zones'
import { wireDifference } from './wire-difference'
import { adviceWarnings, movedWarnings } from './zone-warnings'
import * as store from './zone.store'

/** What a change is asked to be. */
export interface ChangeAsked {
  /** Id of the operation that asks. */
  readonly source: string
  /** The account, where the platform changes the zone in nobody's name; by default that of the caller. */
  readonly resellerId?: number
  readonly apex: string
  /** Number of the zone, where the client gave one. */
  readonly id?: number | undefined
  /** Whether the zone must be there before, must not be, or is made when it is not. */
  readonly zone: 'live' | 'new' | 'either'
  /** Show the change and do nothing. */
  readonly plan: boolean
  /** Refuse a change that takes much away. */
  readonly guard: boolean
  /** Sign the zone, or stop; undefined leaves that as it is. */
  readonly isSecured?: boolean | undefined
}

/** A zone that is about to change. */
export interface OpenZone {
  /** Undefined where there is no zone yet. */
  readonly id: number | undefined
  /** 0 where there is no zone yet. */
  readonly version: number
  readonly records: readonly store.StoredRecord[]
  /** Whether the zone has its records here or from a server of its owner. */
  readonly type: 'master' | 'slave'
}

/** What the records of the zone are to be, and what the client is told beside it. */
export type Decision = RecordSet & { readonly warnings?: readonly Warning[] }

type Answer = Advised<z.input<typeof zoneChanged>>

/** The one way in which zones change: a version, what it did, and the order to publish it, in one transaction. */
@Injectable()
export class ZoneChanges {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZoneSigning) private readonly signing: ZoneSigning,
  ) {}

  /** Gives the zone the records that `decide` answers. A change that changes nothing makes no version and is a success. */
  make(
    call: Call,
    asked: ChangeAsked,
    decide: (zone: OpenZone, tx: Tx) => Decision | Promise<Decision>,
  ): Promise<Answer> {
    const { source, apex, plan, guard, isSecured, resellerId = resellerOf(call) } = asked
    if (isSecured) this.signing.refuseUnavailable('secured')
    return this.database.unitOfWork(call, async (tx) => {
      const zone = await this.open(tx, asked, resellerId)
      if (zone.type === 'slave') refuseSlave()
      const { records, moved, warnings = [] } = await decide(zone, tx)
      // After the decision, which may be that there is nothing to make: nobody is told whose a name is without need.
      if (zone.id === undefined) await this.claimName(tx, apex, resellerId)
      if (zone.id === undefined && records.length === 0)
        fail('zone_records_missing', {}, [{ path: 'records', problem: 'at least one is needed' }])

      const parts = difference(zone.records, records)
      const exchange = exchangeOf(parts)
      const braked = brakes(zone.records.length, parts.removed.length)
      const told = [...movedWarnings(moved), ...warnings, ...adviceWarnings(apex, zone.records, records)]
      if (plan) {
        const shown = wireDifference(exchange)
        const brake = braked ? brakeOf(zone, parts.removed.length) : undefined
        return advised({ success: true, plan: { version: zone.version, ...(brake && { brake }), ...shown } }, told)
      }
      if (guard && braked)
        fail('zone_change_braked', { removed: parts.removed.length, records: zone.records.length }, [
          { path: 'guard', problem: brakeOf(zone, parts.removed.length) },
        ])
      const note = store.changeColumns(call, source, exchange)
      if (zone.id === undefined) {
        const values = [resellerId, apex, this.clock.now(), ...store.columnsOf(records), ...note]
        const [made] = await tx.query<store.ChangedZone>(store.insertZone, values)
        if (isSecured) await this.signing.turn(tx, made!.id, true)
        await this.publish(tx, apex, [made!])
        return advised({ success: true }, told)
      }
      const isResigned = isSecured !== undefined && (await this.signing.turn(tx, zone.id, isSecured))
      if (isResigned || exchange.removed.length + exchange.added.length > 0) {
        const values = [
          zone.id,
          this.clock.now(),
          parts.removed.map(({ id }) => id),
          parts.retimed.map(({ stored }) => stored.id),
          parts.retimed.map(({ ttl }) => ttl),
          ...store.columnsOf(parts.added),
          ...note,
        ]
        await this.publish(tx, apex, await tx.query(store.changeZone, values))
      }
      return advised({ success: true }, told)
    })
  }

  /** Takes the zone away with its records. */
  remove(call: Call, asked: Omit<ChangeAsked, 'zone' | 'guard'>): Promise<Answer> {
    return this.database.unitOfWork(call, async (tx) => {
      const { id, records, version } = await this.open(tx, { ...asked, zone: 'live' }, resellerOf(call))
      const exchange = { removed: records, added: [] }
      if (asked.plan) return advised({ success: true, plan: { version, ...wireDifference(exchange) } }, [])
      if (id !== undefined) await this.takeAway(tx, call, asked, { id, records })
      return advised({ success: true }, [])
    })
  }

  /** Takes away the zone that was there when something ended; nothing where there is none, or one that was made since. */
  removeLeft(
    delivery: Pick<Call, 'correlationId'>,
    asked: Pick<ChangeAsked, 'apex' | 'source'>,
    resellerId: number,
    endedAt: Date,
  ): Promise<void> {
    return this.database.unitOfWork(delivery, async (tx) => {
      const [zone] = await tx.query<LockedZone>(store.lockZone, [resellerId, asked.apex, null])
      if (!zone || zone.createdAt > endedAt) return
      const records = await tx.query<store.StoredRecord>(store.recordsOfZone, [zone.id])
      await this.takeAway(tx, {}, asked, { id: zone.id, records })
    })
  }

  private async takeAway(
    tx: Tx,
    by: Pick<Call, 'actor'>,
    { source, apex }: Pick<ChangeAsked, 'apex' | 'source'>,
    { id, records }: { readonly id: number } & Pick<OpenZone, 'records'>,
  ): Promise<void> {
    const values = [id, this.clock.now(), ...store.changeColumns(by, source, { removed: records, added: [] })]
    await this.publish(tx, apex, await tx.query(store.deleteZoneRow, values))
    await this.signing.turn(tx, id, false)
  }

  /** Makes a zone that takes its records from a server of its owner. */
  makeSlave(call: Call, { source, apex, plan }: SlaveAsked, masterAddress: string): Promise<Answer> {
    return this.database.unitOfWork(call, async (tx) => {
      const { version } = await this.open(tx, { apex, zone: 'new' }, resellerOf(call))
      await this.claimName(tx, apex, resellerOf(call))
      if (plan) return advised({ success: true, plan: { version, ...wireDifference(unchanged) } }, [])
      const note = store.changeColumns(call, source, unchanged)
      const values = [resellerOf(call), apex, this.clock.now(), masterAddress, ...note]
      await this.publish(tx, apex, await tx.query(store.insertSlave, values))
      return advised({ success: true }, [])
    })
  }

  /** Gives a slave zone another master. */
  pointSlave(call: Call, { source, apex, id, plan }: SlaveAsked, masterAddress: string): Promise<Answer> {
    return this.database.unitOfWork(call, async (tx) => {
      const zone = await this.open(tx, { apex, id, zone: 'live' }, resellerOf(call))
      if (zone.type === 'master') refuseMaster()
      if (plan) return advised({ success: true, plan: { version: zone.version, ...wireDifference(unchanged) } }, [])
      const values = [zone.id, this.clock.now(), masterAddress, ...store.changeColumns(call, source, unchanged)]
      const moved = await tx.query<store.ChangedZone & { [column: string]: unknown }>(store.moveSlave, values)
      if (moved.length > 0) await this.publish(tx, apex, moved)
      return advised({ success: true }, [])
    })
  }

  private async publish(tx: Tx, name: string, [changed]: store.ChangedZone[]): Promise<void> {
    const { id, version } = changed as store.ChangedZone
    await this.outbox.append(tx, publishZone, { zoneId: id, name, version })
  }

  private async open(
    tx: Tx,
    { apex, id, zone: wanted }: Pick<ChangeAsked, 'apex' | 'id' | 'zone'>,
    resellerId: number,
  ): Promise<OpenZone> {
    if (wanted !== 'new') {
      const [zone] = await tx.query<LockedZone>(store.lockZone, [resellerId, apex, id ?? null])
      if (zone) return { ...zone, records: await tx.query<store.StoredRecord>(store.recordsOfZone, [zone.id]) }
      if (wanted === 'live') return fail('zone_not_found')
    }
    return { id: undefined, version: 0, records: [], type: 'master' }
  }

  /** A zone above or below another account's would capture its names, or have its own captured. */
  private async claimName(tx: Tx, apex: string, resellerId: number): Promise<void> {
    await tx.query(store.lockFamily, [apex.split('.').slice(-2).join('.')])
    const below = `${[...`.${apex}`].toReversed().join('')}%`
    const names = [apex, ...ancestorsOf(apex)]
    const found = await tx.query<{ name: string; resellerId: number }>(store.relatives, [names, below])
    if (found.some((zone) => zone.resellerId !== resellerId)) fail('zone_unavailable', { zone: apex })
    if (found.some((zone) => zone.name === apex)) fail('zone_exists', { zone: apex })
  }
}

interface LockedZone extends store.ChangedZone, Pick<OpenZone, 'type'> {
  readonly [column: string]: unknown
  readonly createdAt: Date
}

/** Of a slave zone, nothing here has records to change. */
const unchanged = { removed: [], added: [] }

type SlaveAsked = Pick<ChangeAsked, 'source' | 'apex' | 'id' | 'plan'>

function refuseSlave(): never {
  const problem = 'a slave zone has its records from its master'
  return fail('invalid_input', { field: 'name', problem }, [{ path: 'name', problem }])
}

function brakeOf({ records }: OpenZone, removed: number): string {
  return `the change removes ${removed} of ${records.length} records`
}
