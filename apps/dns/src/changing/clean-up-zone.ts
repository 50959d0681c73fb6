import { Controller } from '@nestjs/common'
import { cleanUpZone } from '@nameyard/contracts/dns/clean-up-zone'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { PreparedZones } from './prepared-zones'
import { ZoneChanges } from './zone-changes'

@Controller()
export class CleanUpZone {
  constructor(
    private readonly changes: ZoneChanges,
    private readonly prepared: PreparedZones,
  ) {}

  /** Deletes the zone of a domain that ended. The account can restore it from the history. */
  @Consumes(cleanUpZone)
  async on({ resellerId, name, endedAt, begunAt }: Payload<typeof cleanUpZone>, delivery: Delivery): Promise<void> {
    const period = { endedAt: new Date(endedAt), begunAt: begunAt === undefined ? undefined : new Date(begunAt) }
    await this.prepared.drop({ name, resellerId }, period.endedAt)
    await this.changes.removeOfEnded(delivery, { source: cleanUpZone.id, apex: name }, resellerId, period)
  }
}
