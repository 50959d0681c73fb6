import { Controller, Inject } from '@nestjs/common'
import { cleanUpZone } from '@nameyard/contracts/dns/clean-up-zone'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { ZoneChanges } from './zone-changes'

@Controller()
export class CleanUpZone {
  constructor(@Inject(ZoneChanges) private readonly changes: ZoneChanges) {}

  /** Takes away the zone that an ended domain has left; its history keeps it, and its account can restore it. */
  @Consumes(cleanUpZone)
  async on({ resellerId, name, endedAt, begunAt }: Payload<typeof cleanUpZone>, delivery: Delivery): Promise<void> {
    const life = { endedAt: new Date(endedAt), begunAt: begunAt === undefined ? undefined : new Date(begunAt) }
    await this.changes.removeLeft(delivery, { source: cleanUpZone.id, apex: name }, resellerId, life)
  }
}
