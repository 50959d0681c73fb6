import { Controller, Inject } from '@nestjs/common'
import { changeZoneByLink } from '@nameyard/contracts/dns/change-zone-by-link'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { UpdateZone } from '../zones/update-zone'
import { callOf, ZoneLinks } from './zone-links'

@Controller()
export class ChangeZoneByLink {
  constructor(
    @Inject(ZoneLinks) private readonly links: ZoneLinks,
    @Inject(UpdateZone) private readonly update: UpdateZone,
  ) {}

  /** What its account may do to the zone, and to no other; the history says that it was a link. */
  @Handles(changeZoneByLink)
  async execute({ token, records }: Input<typeof changeZoneByLink>, call: Call) {
    const link = await this.links.open(token)
    const { name, zoneId: id } = link
    return this.update.change(changeZoneByLink.id, { name, id, records, plan: false, guard: false }, callOf(link, call))
  }
}
