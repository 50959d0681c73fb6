import { Controller } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { ZonePublisher } from './zone-publisher'

@Controller()
export class PublishZone {
  constructor(private readonly publisher: ZonePublisher) {}

  /** Publishes the latest version, whichever version the command names. A repeated command does nothing. */
  @Consumes(publishZone)
  async on({ zoneId }: Payload<typeof publishZone>): Promise<void> {
    await this.publisher.publish(zoneId)
  }
}
