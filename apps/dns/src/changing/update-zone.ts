import { Controller } from '@nestjs/common'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { apexOf, refuseOtherApex } from '../records/apex'
import { refuseBeyondKey } from '../records/key-limits'
import { refuseUnoffered } from '../records/unoffered'
import { RecordUpdates } from './record-updates'
import { SlaveZones } from './slave-zones'

@Controller()
export class UpdateZone {
  constructor(
    private readonly updates: RecordUpdates,
    private readonly slaves: SlaveZones,
  ) {}

  /** Changes the records of a zone in one step, or the master of a slave zone. */
  @Handles(updateZone)
  async execute(input: Input<typeof updateZone>, call: Call) {
    refuseUnoffered(input)
    const apex = apexOf(input.name)
    refuseOtherApex(apex, input.domain)
    refuseBeyondKey(call, apex, input)
    if (input.master_ip !== undefined || input.type === 'slave') {
      const { id, plan } = input
      return this.slaves.changeMaster(call, { source: updateZone.id, apex, id, plan }, input)
    }
    return this.updates.make(updateZone.id, input, call)
  }
}
