import { Controller, Inject } from '@nestjs/common'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { errors, fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { authorityRecords, type Authority } from '@nameyard/zone/zone'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf, refuseOtherApex } from './apex'
import { changedRecords } from './model/changed-records'
import { reachOf } from './model/reach'
import { recordRefusal } from './refuse-record'
import { SlaveZones } from './slave-zones'
import { refuseUnbuilt } from './unbuilt'
import { ZoneAmendments } from './zone-amendments'
import { ZoneChanges } from './zone-changes'
import { recordPolicy } from './record-policy'

type ZoneUpdate = Pick<Input<typeof updateZone>, 'name' | 'id' | 'plan' | 'guard' | 'secured' | 'records'>

@Controller()
export class UpdateZone {
  private readonly authority: Authority

  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(ZoneChanges) private readonly changes: ZoneChanges,
    @Inject(ZoneAmendments) private readonly amendments: ZoneAmendments,
    @Inject(SlaveZones) private readonly slaves: SlaveZones,
  ) {
    this.authority = authorityOf(config)
  }

  /** Changes records in one step. */
  @Handles(updateZone)
  async execute(input: Input<typeof updateZone>, call: Call) {
    refuseUnbuilt(input)
    refuseOtherApex(apexOf(input.name), input.domain)
    if (input.master_ip !== undefined || input.type === 'slave') {
      const { id, plan } = input
      const apex = apexOf(input.name)
      return this.changes.pointSlave(call, { source: updateZone.id, apex, id, plan }, this.slaves.masterOf(input))
    }
    return this.change(updateZone.id, input, call)
  }

  /** A change as an update makes it, told in the history by its own name. */
  async change(source: string, input: ZoneUpdate, call: Call) {
    const apex = apexOf(input.name)
    const policy = recordPolicy(this.config)
    const { id, plan, guard, secured: isSecured } = input
    const asked = { source, apex, id, zone: 'live', plan, guard, isSecured } as const
    const { records = {} } = input
    return this.amendments.make(call, asked, reachOf(records, apex), (zone) => {
      const managed = authorityRecords(apex, this.authority, BigInt(zone.version))
      const changed = changedRecords(zone.records, records, apex, policy, managed)
      if (changed.ok) return changed.value
      if (!('reason' in changed.error)) throw recordRefusal(changed.error.error, changed.error.path)
      const { reason, record, path } = changed.error
      return fail(reason, { record }, [{ path, problem: errors[reason].desc.replace('{record}: ', '') }])
    })
  }
}
