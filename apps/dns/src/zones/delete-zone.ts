import { Controller, Inject } from '@nestjs/common'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { apexOf, refuseOtherApex } from './apex'
import { refuseUnbuilt } from './unbuilt'
import { ZoneChanges } from './zone-changes'

@Controller()
export class DeleteZone {
  constructor(@Inject(ZoneChanges) private readonly changes: ZoneChanges) {}

  /** Deletes the zone with its records; the name servers follow as with any other change. */
  @Handles(deleteZone)
  async execute({ name, id, domain, provider, plan }: Input<typeof deleteZone>, call: Call) {
    const apex = apexOf(name)
    refuseOtherApex(apex, domain)
    refuseUnbuilt({ provider })
    return this.changes.remove(call, { source: deleteZone.id, apex, id, plan })
  }
}
