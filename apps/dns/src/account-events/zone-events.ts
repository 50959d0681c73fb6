import { Inject, Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import type { zoneState } from '@nameyard/contracts/events/catalogue/zone-events'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { zoneColumns, type ReadZone } from '../zone-columns/zone-columns'

/** A zone as a statement with {@link zoneColumns} reads it. */
export type EventZone = Omit<ReadZone, 'history' | 'records'>

const readZone = statement<{ zoneId: number; nsHosts: readonly string[] }, EventZone>(
  'dns.zone-of-event',
  (given) => sql`select ${zoneColumns(given)} from zone z where z.id = ${given.zoneId}`,
)

/** What the account events tell about zones. */
@Injectable()
export class ZoneEvents {
  /** A value of {@link zoneColumns}. */
  readonly nsHosts: readonly string[]

  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
    @Inject(DNS_CONFIG) config: DnsConfig,
  ) {
    this.nsHosts = config.PLATFORM_NAMESERVERS
  }

  /** Records what has happened to a zone, with the zone as the transaction leaves it. */
  async tell(tx: Tx, event: AccountEvent<string, typeof zoneState>, zone: EventZone): Promise<void> {
    // Zones of the platform itself, and those that are kept for an account that may get them back, are of no account.
    if (zone.reseller_id === 0) return
    await this.events.record(tx, event, {
      resellerId: zone.reseller_id,
      object: `dns/zones/${zone.name}`,
      at: this.clock.now(),
      state: stateOf(zone),
      zone: zone.name,
    })
  }

  /** The same where the caller has only the number of the zone. */
  async tellOf(tx: Tx, event: AccountEvent<string, typeof zoneState>, zoneId: number): Promise<void> {
    const [zone] = await tx.query(readZone, { zoneId, nsHosts: this.nsHosts })
    if (zone) await this.tell(tx, event, zone)
  }
}

const stateOf = (zone: EventZone): z.input<typeof zoneState> => ({
  id: zone.id,
  reseller_id: zone.reseller_id,
  name: zone.name,
  type: zone.type,
  provider: zone.provider,
  ...(zone.ip !== null && { ip: zone.ip }),
  active: zone.active,
  is_deleted: zone.is_deleted,
  is_shadow: zone.is_shadow,
  is_spamexperts_enabled: zone.is_spamexperts_enabled,
  creation_date: zone.creation_date,
  modification_date: zone.modification_date,
  publication: zone.publication,
  delegation: zone.delegation,
  dnskey: zone.dnskey ?? '',
  premium_dns: zone.premium_dns,
})
