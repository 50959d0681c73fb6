import { Inject, Injectable } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { fail } from '@nameyard/contracts/errors'
import { zoneCreated, zoneDeleted } from '@nameyard/contracts/events/catalogue/zone-events'
import type { Call } from '@nameyard/contracts/operation'
import { isPublicSuffix } from '@nameyard/names/public-suffix'
import { ancestorsOf, isWithin } from '@nameyard/names/relation'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { ZoneEvents } from '../account-events/zone-events'
import { DNS_CONFIG, type DnsConfig } from '../config'
import type { Holder } from '../holders/holder.store'
import { Holders } from '../holders/holders'
import { changeSetOf, type ChangeSet } from '../records/model/difference'
import { noteOf } from '../versions/change.store'
import type { ChangeAsked, CurrentZone, RecordDifference } from './evaluate-change'
import { belowPattern, familyOf } from './zone-family'
import * as store from './zone.store'

/** The author of a change of a zone, and its operation. */
export interface Author {
  readonly call: Pick<Call, 'actor'>
  /** Id of the operation, or the name of an automatic change of the platform. */
  readonly source: string
}

/** Zones of other accounts that a zone of the holder replaces, and the held domain. */
export interface Replaced {
  readonly domain: string
  readonly ids: readonly number[]
}

/** A slave zone has no records here, so nothing is removed or added. */
const unchanged: ChangeSet = { removed: [], added: [] }

/**
 * Reads and writes one zone within a transaction. Every write makes a version of the zone, adds it to the history, and
 * stages the command to publish it.
 */
@Injectable()
export class ZoneWrites {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly holders: Holders,
    private readonly events: ZoneEvents,
  ) {}

  /** Reads a zone and locks it until the end of the transaction. */
  async lock(
    tx: Tx,
    { apex, id, zone: expected }: Pick<ChangeAsked, 'apex' | 'id' | 'zone'>,
    resellerId: number,
  ): Promise<CurrentZone & { readonly createdAt?: Date }> {
    if (expected !== 'new') {
      const [zone] = await tx.query(store.lockZone, { resellerId, name: apex, id: id ?? null })
      if (zone) return { ...zone, records: await tx.query(store.recordsOfZone, { zoneId: zone.id }) }
      if (expected === 'live') return fail('zone_not_found')
    }
    return { id: undefined, version: 0, records: [], type: 'master', isSigned: false, label: null }
  }

  /**
   * Refuses a name that another account holds or has proved to control, or that is below such a name. Where no account holds the name, also a zone
   * above or below a zone or a held name of another account: one of them would capture names of the other. Refuses a zone
   * at a public suffix, which would capture the names of all accounts. Refuses a name whose zone of this account was
   * created after this transaction looked for it. Returns the zones of other accounts that the holder's zone replaces.
   * @param answered the holders by the domains service
   */
  async claimName(
    tx: Tx,
    { apex, zone: expected }: Pick<ChangeAsked, 'apex' | 'zone'>,
    resellerId: number,
    answered: readonly Holder[],
  ): Promise<Replaced> {
    if (isPublicSuffix(apex)) fail('zone_unavailable', { zone: apex })
    await tx.query(store.lockFamily, { family: familyOf(apex) })
    const holder = await this.holders.of(tx, apex, answered)
    if (holder && holder.resellerId !== resellerId) fail('zone_unavailable', { zone: apex })
    const proved = holder ? undefined : await this.holders.provedBy(tx, apex, this.clock.now())
    if (proved && proved.resellerId !== resellerId) fail('zone_unavailable', { zone: apex })
    const below = belowPattern(apex)
    const found = await tx.query(store.relatives, { names: [apex, ...ancestorsOf(apex)], below })
    const others = found.filter((zone) => zone.resellerId !== resellerId)
    const isOthers = await this.holders.othersBelow(tx, below, resellerId)
    // The claim has withdrawn the zones of others at a proved name, except those below whose accounts control them.
    const blocking = proved ? others.filter(({ name }) => name === apex) : others
    if (!holder && (blocking.length > 0 || isOthers.count > 0)) fail('zone_unavailable', { zone: apex })
    if (found.some((zone) => zone.name === apex && zone.resellerId === resellerId))
      fail(expected === 'new' ? 'zone_exists' : 'zone_being_made', { zone: apex })
    if (!holder) await this.refuseBeyondQuota(tx, resellerId)
    const domain = holder?.name ?? apex
    const replaced = others.filter(({ name }) => holder && isWithin(name, domain) && !isOthers.includes(name))
    return { domain, ids: replaced.map(({ id }) => id) }
  }

  /** Refuses a further zone at a name that the account does not hold. */
  private async refuseBeyondQuota(tx: Tx, resellerId: number): Promise<void> {
    const limit = this.config.ZONES_WITHOUT_DOMAIN
    if (limit === 0) return
    const [all] = await tx.query(store.lockCount, { resellerId })
    if (!all || all.zones < limit) return
    const [unheld] = await tx.query(store.countUnheld, { resellerId })
    if (unheld!.zones >= limit) fail('zone_quota_reached', { limit })
  }

  /** Returns the id of the new zone. */
  async insert(
    tx: Tx,
    { call, source }: Author,
    {
      resellerId,
      apex,
      records,
    }: { readonly resellerId: number; readonly apex: string; records: readonly ZoneRecord[] },
  ): Promise<number> {
    const note = noteOf({ ...call, correlationId: tx.correlationId }, source, { removed: [], added: records })
    const zone = {
      resellerId,
      name: apex,
      now: this.clock.now(),
      ...store.columnsOf(records),
      ...note,
      nsHosts: this.events.nsHosts,
    }
    const made = await tx.query(store.insertZone, zone)
    await this.events.tell(tx, zoneCreated, made[0]!)
    return this.publish(tx, apex, made)
  }

  /** Inserts a zone that takes its records from a server of its owner. */
  async insertSlave(
    tx: Tx,
    { call, source }: Author,
    { resellerId, apex, masterAddress }: { readonly resellerId: number; readonly apex: string; masterAddress: string },
  ): Promise<void> {
    const note = noteOf({ ...call, correlationId: tx.correlationId }, source, unchanged)
    const zone = { resellerId, name: apex, now: this.clock.now(), masterAddress, ...note, nsHosts: this.events.nsHosts }
    const made = await tx.query(store.insertSlave, zone)
    await this.events.tell(tx, zoneCreated, made[0]!)
    await this.publish(tx, apex, made)
  }

  /** Changes records of a zone. Makes a version even where no record differs, as for a zone that is signed from now on. */
  async change(
    tx: Tx,
    { call, source }: Author,
    { id, apex }: { readonly id: number; readonly apex: string },
    parts: RecordDifference,
  ): Promise<void> {
    const change = {
      zoneId: id,
      now: this.clock.now(),
      removedIds: parts.removed.map((record) => record.id),
      retimedIds: parts.retimed.map(({ stored }) => stored.id),
      newTtls: parts.retimed.map(({ ttl }) => ttl),
      ...store.columnsOf(parts.added),
      ...noteOf({ ...call, correlationId: tx.correlationId }, source, changeSetOf(parts)),
    }
    await this.publish(tx, apex, await tx.query(store.changeZone, change))
  }

  /** Gives a slave zone another master. Does nothing where it has that master already. */
  async moveSlave(
    tx: Tx,
    { call, source }: Author,
    { id, apex }: { readonly id: number; readonly apex: string },
    masterAddress: string,
  ): Promise<void> {
    const change = {
      zoneId: id,
      now: this.clock.now(),
      masterAddress,
      ...noteOf({ ...call, correlationId: tx.correlationId }, source, unchanged),
    }
    const moved = await tx.query(store.moveSlave, change)
    if (moved.length > 0) await this.publish(tx, apex, moved)
  }

  /** Deletes a zone with its records. */
  async delete(
    tx: Tx,
    { call, source }: Author,
    { id, apex, records }: { readonly id: number; readonly apex: string; readonly records: readonly ZoneRecord[] },
  ): Promise<void> {
    const change = {
      zoneId: id,
      now: this.clock.now(),
      ...noteOf({ ...call, correlationId: tx.correlationId }, source, { removed: records, added: [] }),
      nsHosts: this.events.nsHosts,
    }
    const deleted = await tx.query(store.deleteZoneRow, change)
    await this.events.tell(tx, zoneDeleted, deleted[0]!)
    await this.publish(tx, apex, deleted)
  }

  private async publish(tx: Tx, name: string, [changed]: readonly store.ChangedZone[]): Promise<number> {
    const { id, version } = changed as store.ChangedZone
    await this.outbox.append(tx, publishZone, { zoneId: id, name, version })
    return id
  }
}
