import { Controller } from '@nestjs/common'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { apexOf } from '../records/apex'
import { listVersions } from './version.store'

@Controller()
export class ListZoneVersions {
  constructor(private readonly database: Database) {}

  @Handles(listZoneVersions)
  async execute(
    { name, limit, offset }: Input<typeof listZoneVersions>,
    call: Call,
  ): Promise<Result<typeof listZoneVersions>> {
    const asked = { resellerId: resellerOf(call), name: apexOf(name), limit, offset }
    const [list] = await this.database.read(listVersions, asked)
    const { zones, results, total } = list!
    return zones > 0 ? { results, total } : fail('zone_not_found')
  }
}
