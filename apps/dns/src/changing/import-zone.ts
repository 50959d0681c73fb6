import { Controller, Inject } from '@nestjs/common'
import { importZone } from '@nameyard/contracts/dns/import-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf, newApex } from '../records/apex'
import { mergeRecords } from '../records/model/merge'
import { recordSetOf } from '../records/model/record-set'
import { recordPolicy } from '../records/record-policy'
import { ZoneChanges } from './zone-changes'
import { conflictRefusal, zoneFileRecords } from './zone-file-records'

@Controller()
export class ImportZone {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly nameservers: AssignedNameservers,
    private readonly changes: ZoneChanges,
  ) {}

  /** Imports the records of the file, all or none. Makes the zone when there is none. */
  @Handles(importZone)
  async execute({ name, zone_file, mode, plan, guard }: Input<typeof importZone>, call: Call) {
    const [label = '', ...extension] = apexOf(name).split('.')
    const apex = newApex({ name: label, extension: extension.join('.') })
    const policy = recordPolicy(this.config)
    const nameservers = await this.nameservers.of(resellerOf(call), call)
    const { lines, warnings } = zoneFileRecords(zone_file, apex, policy, nameservers)
    const given = lines.map(({ record }) => record)
    const asked = { source: importZone.id, apex, zone: 'either', plan, guard } as const
    return this.changes.make(call, asked, (zone) => {
      const settled = recordSetOf(mergeRecords(zone.records, given, mode), apex)
      if (!settled.ok) throw conflictRefusal(settled.error.error, lines)
      return { ...settled.value, warnings }
    })
  }
}
