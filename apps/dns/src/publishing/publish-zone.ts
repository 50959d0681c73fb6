import { Controller, Inject } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { ZonePublisher } from './zone-publisher'

@Controller()
export class PublishZone {
  constructor(@Inject(ZonePublisher) private readonly publisher: ZonePublisher) {}

  /** Whatever version asked for it, the latest is published; a command that comes twice finds nothing to do. */
  @Consumes(publishZone)
  async on({ zoneId }: Payload<typeof publishZone>): Promise<void> {
    await this.publisher.publish(zoneId)
  }
}
