import { Controller, Inject } from '@nestjs/common'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { apexOf } from './apex'
import { refuseUnbuilt } from './unbuilt'
import { deleteLiveZone } from './zone.store'

@Controller()
export class DeleteZone {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Deletes the zone with its records; the name servers follow as with any other change. */
  @Handles(deleteZone)
  async execute({ name, id, provider }: Input<typeof deleteZone>, call: Call): Promise<Result<typeof deleteZone>> {
    const values = [resellerOf(call), apexOf(name), id ?? null, this.clock.now()]
    refuseUnbuilt({ provider })
    return this.database.unitOfWork(call, async (tx) => {
      const [zone] = await tx.query<{ id: number; name: string; version: number }>(deleteLiveZone, values)
      if (zone === undefined) return fail('zone_not_found')
      await this.outbox.append(tx, publishZone, { zoneId: zone.id, name: zone.name, version: zone.version })
      return { success: true }
    })
  }
}
