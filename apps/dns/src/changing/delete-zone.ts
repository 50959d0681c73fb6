import { Controller } from '@nestjs/common'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { apexOf, refuseOtherApex } from '../records/apex'
import { refuseUnoffered } from '../records/unoffered'
import { ZoneChanges } from './zone-changes'

@Controller()
export class DeleteZone {
  constructor(private readonly changes: ZoneChanges) {}

  /** Deletes the zone with its records. It is published like any other change. */
  @Handles(deleteZone)
  async execute({ name, id, domain, provider, plan }: Input<typeof deleteZone>, call: Call) {
    const apex = apexOf(name)
    refuseOtherApex(apex, domain)
    refuseUnoffered({ provider })
    return this.changes.remove(call, { source: deleteZone.id, apex, id, plan })
  }
}
