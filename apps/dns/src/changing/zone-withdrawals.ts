import { Injectable } from '@nestjs/common'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import { zoneTaken } from '@nameyard/contracts/dns/zone-taken'
import type { Payload } from '@nameyard/contracts/event'
import { AuditTrail } from '@nameyard/outbox/audit-trail'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { ZoneSigning } from '../dnssec/zone-signing'
import { ZoneWrites } from './zone-writes'
import { recordsOfZone } from './zone.store'

type News = Payload<typeof zoneTaken>['news']

/** What an account loses without its doing. The operator who removes a zone is in the trail already. */
const taken: ReadonlySet<News> = new Set<News>(['withdrawn', 'claimed', 'ending'])

/** Number of zones that an event lists at most. */
const ZONES_TOLD = 50

/** Locks live zones and gives kept ones back to their former account, whose history then has the withdrawal. */
const reclaimZones = statement<{ ids: readonly number[] }, { id: number; name: string; resellerId: number }>(
  'dns.reclaim-zones',
  ({ ids }) => sql`
    with locked as (
      select id from zone where id = any(${ids}::integer[]) and deleted_at is null order by id for update),
    ended as (delete from zone_link l using locked where l.zone_id = locked.id)
    update zone set reseller_id = coalesce(kept_for, reseller_id), kept_for = null, ends_at = null
    from locked where zone.id = locked.id
    returning zone.id, zone.name, zone.reseller_id as "resellerId"`,
)

/** Withdraws zones from accounts that may no longer have them. */
@Injectable()
export class ZoneWithdrawals {
  constructor(
    private readonly writes: ZoneWrites,
    private readonly signing: ZoneSigning,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes zones as a change of the platform, and tells their accounts, which can still read their history. `domain` is
   * the held or claimed name for which the zones are withdrawn.
   */
  async withdraw(
    tx: Tx,
    domain: string,
    ids: readonly number[],
    news: 'withdrawn' | 'claimed' = 'withdrawn',
  ): Promise<void> {
    if (ids.length === 0) return
    await this.tell(tx, domain, news, await this.delete(tx, ids))
  }

  /** Deletes a zone for a reason of policy, and tells its account. */
  async remove(tx: Tx, name: string, id: number): Promise<void> {
    await this.tell(tx, name, 'removed', await this.delete(tx, [id]))
  }

  private async delete(tx: Tx, ids: readonly number[]) {
    const zones = await tx.query(reclaimZones, { ids })
    for (const { id, name: apex } of zones) {
      const records = await tx.query(recordsOfZone, { zoneId: id })
      await this.writes.delete(tx, { call: {}, source: 'platform.withdraw' }, { id, apex, records })
      await this.signing.end(tx, id)
    }
    return zones
  }

  /** Announces what became of zones: one event for each of their accounts. */
  async tell(
    tx: Tx,
    domain: string,
    news: News,
    zones: readonly { readonly name: string; readonly resellerId: number }[],
    endsAt?: Date,
  ): Promise<void> {
    const happenedAt = this.clock.now().toISOString()
    const payloads = [...new Set(zones.map(({ resellerId }) => resellerId))].map((resellerId) => ({
      resellerId,
      domain,
      zones: zones.flatMap((zone) => (zone.resellerId === resellerId ? zone.name : [])).slice(0, ZONES_TOLD),
      news,
      happenedAt,
      ...(endsAt && { endsAt: endsAt.toISOString() }),
    }))
    await this.outbox.appendAll(tx, zoneTaken, payloads)
    if (taken.has(news)) await this.record(tx, domain, news, zones)
  }

  /** Records in the trail of each account what the platform took, without the person whose request led to it. */
  private async record(
    tx: Tx,
    domain: string,
    news: News,
    zones: readonly { readonly name: string; readonly resellerId: number }[],
  ): Promise<void> {
    const byPlatform = { correlationId: tx.correlationId }
    const changes = { news: { to: news }, domain: { to: domain } }
    const events = zones.map(({ name, resellerId }) =>
      this.trail.payloadOf(byPlatform, { event: 'zones.taken', subject: `zone ${name}`, resellerId, changes }),
    )
    await this.outbox.appendAll(tx, recordAuditEvent, events)
  }
}
