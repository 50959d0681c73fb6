import { Controller, Inject } from '@nestjs/common'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { apexOf } from './apex'
import { listVersions } from './version.store'

@Controller()
export class ListZoneVersions {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(listZoneVersions)
  async execute(
    { name, limit, offset }: Input<typeof listZoneVersions>,
    call: Call,
  ): Promise<Result<typeof listZoneVersions>> {
    const values = [resellerOf(call), apexOf(name), limit, offset]
    const [list] = await this.database.read<Result<typeof listZoneVersions> & { zones: number }>(listVersions, values)
    const { zones, results, total } = list!
    return zones > 0 ? { results, total } : fail('zone_not_found')
  }
}
