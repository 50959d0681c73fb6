import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { printed } from '@nameyard/messaging/printed'
import { Database } from '@nameyard/persistence/database'
import { recordTypes } from '@nameyard/zone/record-types'
import { RecordPages } from '../reading/record-pages'
import { readVersionsOfZone } from './zone-link.store'
import { callOf, ZoneLinks } from './zone-links'

/** Types that the page offers; the platform manages the SOA. */
const types = recordTypes.names.filter((name) => name !== 'SOA')

@Controller()
export class OpenZoneLink {
  constructor(
    private readonly links: ZoneLinks,
    private readonly pages: RecordPages,
    private readonly database: Database,
  ) {}

  @Handles(openZoneLink)
  async execute(
    { token, search, limit, offset }: Input<typeof openZoneLink>,
    call: Call,
  ): Promise<Given<typeof openZoneLink>> {
    const link = await this.links.open(token, call)
    // A further page of the list, or a search, is not another opening.
    tellAudit(call, { changes: {}, isNothing: offset > 0 || (search !== undefined && search !== '') })
    const { name, zoneId, expiresAt } = link
    const order_by = { name: 'asc' as const }
    const asked = {
      name,
      zone_id: zoneId,
      limit,
      offset,
      order_by,
      ...(search && { record_name_pattern: `*${search}*` }),
    }
    const [list, versions] = await Promise.all([
      this.pages.read(asked, callOf(link, call)),
      this.database.read(readVersionsOfZone, { zoneId }),
    ])
    return printed<Result<typeof openZoneLink>>({ ...list, name, expires_at: printDate(expiresAt), versions, types })
  }
}
