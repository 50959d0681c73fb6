import { Controller, Inject } from '@nestjs/common'
import { changeZoneByLink } from '@nameyard/contracts/dns/change-zone-by-link'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { RestoreZone } from '../zones/restore-zone'
import { UpdateZone } from '../zones/update-zone'
import { readVersionOfZone } from './zone-link.store'
import { callOf, ZoneLinks } from './zone-links'

@Controller()
export class ChangeZoneByLink {
  constructor(
    @Inject(ZoneLinks) private readonly links: ZoneLinks,
    @Inject(UpdateZone) private readonly update: UpdateZone,
    @Inject(RestoreZone) private readonly restore: RestoreZone,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** What its account may do to the zone, and to no other; the history says that it was a link. */
  @Handles(changeZoneByLink)
  async execute({ token, records, restore: version, plan }: Input<typeof changeZoneByLink>, call: Call) {
    const link = await this.links.open(token)
    const { name, zoneId: id } = link
    const source = changeZoneByLink.id
    if (version === undefined) {
      return this.update.change(source, { name, id, records, plan, guard: false }, callOf(link, call))
    }
    // Versions of an earlier zone of the name are not what the link opens.
    const known = await this.database.read(readVersionOfZone, [id, version])
    if (known.length === 0) return fail('zone_version_not_found', { zone: name, version })
    return this.restore.make(callOf(link, call), { source, apex: name, id, zone: 'live', plan, guard: false }, version)
  }
}
