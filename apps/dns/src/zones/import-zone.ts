import { Controller, Inject } from '@nestjs/common'
import { importZone } from '@nameyard/contracts/dns/import-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf, newApex } from './apex'
import { conflictRefusal, recordsIn } from './records-in'
import { takeIn } from './model/intake'
import { settle } from './model/records-of'
import { ZoneChanges } from './zone-changes'
import { recordPolicy } from './record-policy'

@Controller()
export class ImportZone {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(ZoneChanges) private readonly changes: ZoneChanges,
  ) {}

  /** Takes in the records of the file, all or none; makes the zone where there is none. */
  @Handles(importZone)
  async execute({ name, zone_file, mode, plan, guard }: Input<typeof importZone>, call: Call) {
    const [label = '', ...extension] = apexOf(name).split('.')
    const apex = newApex({ name: label, extension: extension.join('.') })
    const policy = recordPolicy(this.config)
    const { lines, warnings } = recordsIn(zone_file, apex, policy, this.config.PLATFORM_NAMESERVERS)
    const given = lines.map(({ record }) => record)
    const asked = { source: importZone.id, apex, zone: 'either', plan, guard } as const
    return this.changes.make(call, asked, (zone) => {
      const settled = settle(takeIn(zone.records, given, mode), apex)
      if (!settled.ok) throw conflictRefusal(settled.error.error, lines)
      return { ...settled.value, warnings }
    })
  }
}
