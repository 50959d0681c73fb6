import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryMaintenanceAnnounced } from '@nameyard/contracts/registry/maintenance-announced'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { RulesInForce } from '../tlds/rules-in-force'
import { asSold, soldOf } from './as-sold'
import { PlannedMaintenances } from './planned-maintenances'
import type { Announcement } from './registry-announcement'

/** Announces what a registry says of a maintenance to all accounts, for the extensions that are sold. */
@Controller()
export class OnRegistryMaintenanceAnnounced {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly maintenances: PlannedMaintenances,
    private readonly rules: RulesInForce,
    private readonly clock: Clock,
  ) {}

  @Consumes(registryMaintenanceAnnounced)
  async on(event: Payload<typeof registryMaintenanceAnnounced>, delivery: Delivery): Promise<void> {
    await this.rules.refresh()
    const said = this.announcementOf(event)
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox
        .once(tx, delivery.messageId, 'domains.maintenance', () => this.maintenances.follow(tx, said))
        .then(() => undefined),
    )
  }

  private announcementOf(event: Payload<typeof registryMaintenanceAnnounced>): Announcement {
    const { account, maintenanceId, isCancelled, startsAt, endsAt, reason, impact, changedAt } = event
    const tlds = new Set(event.tlds.map(asSold))
    const sold = soldOf(account, this.clock.now())
    return {
      account,
      registryId: maintenanceId,
      isCancelled,
      extensions: tlds.size === 0 ? sold : sold.filter((each) => tlds.has(each)),
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      reason,
      impact,
      saidAt: new Date(changedAt),
    }
  }
}
