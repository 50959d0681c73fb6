import { Controller } from '@nestjs/common'
import { inspectZones } from '@nameyard/contracts/dns/inspect-zones'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { apexOf } from '../records/apex'
import { keptZones, zonesOfAccount, zonesOfName } from './administration.store'

type Asked = Input<typeof inspectZones>

@Controller()
export class InspectZones {
  constructor(private readonly database: Database) {}

  @Handles(inspectZones)
  async execute(asked: Asked): Promise<Result<typeof inspectZones>> {
    const found = await this.find(asked)
    const zones = found.map(({ isDeleted, endsAt, ...zone }) => ({
      ...zone,
      state: isDeleted ? ('deleted' as const) : endsAt ? ('kept' as const) : ('live' as const),
      endsAt: endsAt?.toISOString() ?? null,
    }))
    return { zones }
  }

  private async find({ name, resellerId, isKept, limit }: Asked) {
    if (name !== undefined) {
      const found = await this.database.read(zonesOfName, { name: apexOf(name), limit })
      return found.length > 0 ? found : fail('zone_not_found')
    }
    return isKept || resellerId === undefined
      ? this.database.read(keptZones, { keptFor: resellerId ?? null, limit })
      : this.database.read(zonesOfAccount, { resellerId, limit })
  }
}
