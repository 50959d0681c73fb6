import { Controller } from '@nestjs/common'
import { changeZoneByLink } from '@nameyard/contracts/dns/change-zone-by-link'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { RecordUpdates } from '../changing/record-updates'
import { VersionRestores } from '../changing/version-restores'
import { readVersionOfZone } from './zone-link.store'
import { callOf, ZoneLinks } from './zone-links'

@Controller()
export class ChangeZoneByLink {
  constructor(
    private readonly links: ZoneLinks,
    private readonly updates: RecordUpdates,
    private readonly restores: VersionRestores,
    private readonly database: Database,
  ) {}

  /**
   * Makes a change that the account may make, in this zone only. The history shows that the change was made by a link.
   */
  @Handles(changeZoneByLink)
  async execute({ token, records, restore: version, plan }: Input<typeof changeZoneByLink>, call: Call) {
    const link = await this.links.open(token, call)
    const { name, zoneId: id } = link
    const source = changeZoneByLink.id
    if (version === undefined) {
      return this.updates.make(source, { name, id, records, plan, guard: false }, callOf(link, call))
    }
    // A link does not open versions of an earlier zone of the name.
    const known = await this.database.read(readVersionOfZone, { zoneId: id, version })
    if (known.length === 0) return fail('zone_version_not_found', { zone: name, version })
    return this.restores.make(callOf(link, call), { source, apex: name, id, zone: 'live', plan, guard: false }, version)
  }
}
