import { Inject, Injectable } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised } from '@nameyard/messaging/advised'
import { isPublicSuffix } from '@nameyard/names/public-suffix'
import { ancestorsOf } from '@nameyard/names/relation'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ZoneSigning } from '../dnssec/zone-signing'
import { refuseMaster } from './slave-zones'
import { weigh, type ChangeAnswer, type ChangeAsked, type Decision, type OpenZone } from './weigh-change'
import { wireDifference } from './wire-difference'
import * as store from './zone.store'

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
  ): Promise<ChangeAnswer> {
    const { source, apex, isSecured, resellerId = resellerOf(call) } = asked
    if (isSecured) this.signing.refuseUnavailable('secured')
    return this.database.unitOfWork(call, async (tx) => {
      const zone = await this.open(tx, asked, resellerId)
      if (zone.type === 'slave') refuseSlave()
      const decision = await decide(zone, tx)
      const { records } = decision
      // After the decision, which may be that there is nothing to make: nobody is told whose a name is without need.
      if (zone.id === undefined) await this.claimName(tx, asked, resellerId)
      if (zone.id === undefined && records.length === 0)
        fail('zone_records_missing', {}, [{ path: 'records', problem: 'at least one is needed' }])

      const { parts, exchange, answer } = weigh(zone, asked, decision)
      if (asked.plan) return answer
      const note = store.changeColumns(call, source, exchange)
      if (zone.id === undefined) {
        const values = [resellerId, apex, this.clock.now(), ...store.columnsOf(records), ...note]
        const [made] = await tx.query<store.ChangedZone>(store.insertZone, values)
        if (isSecured) await this.signing.turn(tx, made!.id, true)
        await this.publish(tx, apex, [made!])
        return answer
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
      return answer
    })
  }

  /** Takes the zone away with its records. */
  remove(call: Call, asked: Omit<ChangeAsked, 'zone' | 'guard'>): Promise<ChangeAnswer> {
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
    { endedAt, begunAt }: { readonly endedAt: Date; readonly begunAt: Date | undefined },
  ): Promise<void> {
    return this.database.unitOfWork(delivery, async (tx) => {
      const [zone] = await tx.query<LockedZone>(store.lockZone, [resellerId, asked.apex, null])
      if (!zone || zone.createdAt > endedAt || (begunAt && zone.createdAt < begunAt)) return
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
  makeSlave(call: Call, { source, apex, plan }: SlaveAsked, masterAddress: string): Promise<ChangeAnswer> {
    return this.database.unitOfWork(call, async (tx) => {
      const { version } = await this.open(tx, { apex, zone: 'new' }, resellerOf(call))
      await this.claimName(tx, { apex, zone: 'new' }, resellerOf(call))
      if (plan) return advised({ success: true, plan: { version, ...wireDifference(unchanged) } }, [])
      const note = store.changeColumns(call, source, unchanged)
      const values = [resellerOf(call), apex, this.clock.now(), masterAddress, ...note]
      await this.publish(tx, apex, await tx.query(store.insertSlave, values))
      return advised({ success: true }, [])
    })
  }

  /** Gives a slave zone another master. */
  pointSlave(call: Call, { source, apex, id, plan }: SlaveAsked, masterAddress: string): Promise<ChangeAnswer> {
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
    return { id: undefined, version: 0, records: [], type: 'master', isSigned: false }
  }

  /**
   * A zone above or below another account's would capture its names, or have its own captured; one at a public suffix
   * those of everybody. A zone of the account that is there by now was made since this transaction looked for it.
   */
  private async claimName(
    tx: Tx,
    { apex, zone: wanted }: Pick<ChangeAsked, 'apex' | 'zone'>,
    resellerId: number,
  ): Promise<void> {
    if (isPublicSuffix(apex)) fail('zone_unavailable', { zone: apex })
    await tx.query(store.lockFamily, [apex.split('.').slice(-2).join('.')])
    const below = `${[...`.${apex}`].toReversed().join('')}%`
    const names = [apex, ...ancestorsOf(apex)]
    const found = await tx.query<{ name: string; resellerId: number }>(store.relatives, [names, below])
    if (found.some((zone) => zone.resellerId !== resellerId)) fail('zone_unavailable', { zone: apex })
    if (found.some((zone) => zone.name === apex))
      fail(wanted === 'new' ? 'zone_exists' : 'zone_being_made', { zone: apex })
  }
}

interface LockedZone extends store.ChangedZone, Pick<OpenZone, 'type' | 'isSigned'> {
  readonly [column: string]: unknown
  readonly createdAt: Date
}

/** Of a slave zone, nothing here has records to change. */
const unchanged = { removed: [], added: [] }

type SlaveAsked = Pick<ChangeAsked, 'source' | 'apex' | 'id' | 'plan'>

/** A slave zone has no records here to change. */
export function refuseSlave(): never {
  const problem = 'a slave zone has its records from its master'
  return fail('invalid_input', { field: 'name', problem }, [{ path: 'name', problem }])
}
