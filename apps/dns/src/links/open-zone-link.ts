import { Controller, Inject } from '@nestjs/common'
import { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { printed } from '@nameyard/messaging/printed'
import { recordTypes } from '@nameyard/zone/record-types'
import { ListRecords } from '../zones/list-records'
import { callOf, ZoneLinks } from './zone-links'

/** The platform keeps the SOA. */
const types = recordTypes.names.filter((name) => name !== 'SOA')

@Controller()
export class OpenZoneLink {
  constructor(
    @Inject(ZoneLinks) private readonly links: ZoneLinks,
    @Inject(ListRecords) private readonly records: ListRecords,
  ) {}

  @Handles(openZoneLink)
  async execute(
    { token, search, limit, offset }: Input<typeof openZoneLink>,
    call: Call,
  ): Promise<Given<typeof openZoneLink>> {
    const link = await this.links.open(token)
    const { name, zoneId, expiresAt } = link
    const asked = { name, zone_id: zoneId, limit, offset, ...(search && { record_name_pattern: `*${search}*` }) }
    const list = await this.records.page(asked, callOf(link, call))
    return printed<Result<typeof openZoneLink>>({ ...list, name, expires_at: printDate(expiresAt), types })
  }
}
