import { Injectable } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { giveNameservers, moveZones } from './handover.store'

/** Moves zones from one account to another one. */
@Injectable()
export class ZoneMoves {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves the zones of some names with all earlier zones of these names. Their apex then has the name servers of the new
   * account. The label of the new account is stored.
   */
  async move(tx: Tx, names: readonly string[], { from, to }: { readonly from: number; to: number }): Promise<void> {
    await tx.query(moveZones, { names, from, to })
    const changed = await tx.query(giveNameservers, { names, from, to, now: this.clock.now() })
    for (const { id: zoneId, name, version } of changed)
      await this.outbox.append(tx, publishZone, { zoneId, name, version })
  }
}
