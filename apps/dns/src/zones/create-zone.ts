import { Controller, Inject } from '@nestjs/common'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { filledFor } from '../templates/placeholder'
import { templateNamed } from '../templates/template-named'
import { newApex } from './apex'
import { parseAll, settle } from './model/records-of'
import { recordRefusal } from './refuse-record'
import { refuseMaster, SlaveZones } from './slave-zones'
import { refuseUnbuilt } from './unbuilt'
import { ZoneChanges } from './zone-changes'
import { recordPolicy } from './record-policy'

@Controller()
export class CreateZone {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(ZoneChanges) private readonly changes: ZoneChanges,
    @Inject(SlaveZones) private readonly slaves: SlaveZones,
  ) {}

  /** Stores zone and records and asks for their publication in one transaction; nothing waits for a name server. */
  @Handles(createZone)
  async execute(input: Input<typeof createZone>, call: Call) {
    const resellerId = resellerOf(call)
    refuseUnbuilt(input)
    const apex = newApex(input.domain)
    if (input.type === 'slave') {
      const { plan } = input
      return this.changes.makeSlave(call, { source: createZone.id, apex, plan }, this.slaves.masterOf(input))
    }
    if (input.master_ip !== undefined) refuseMaster()
    const { template_name } = input
    const template = template_name === undefined ? [] : await templateNamed(this.database, resellerId, template_name)
    const policy = recordPolicy(this.config)
    const filled = parseAll(filledFor(apex, template), apex, policy, () => 'template_name')
    if (!filled.ok) throw recordRefusal(filled.error.error, filled.error.path)
    const parsed = parseAll(input.records ?? [], apex, policy, (index) => `records.${index}`)
    const settled = parsed.ok ? settle(withTemplate(filled.value, parsed.value), apex) : parsed
    if (!settled.ok) throw recordRefusal(settled.error.error, settled.error.path)

    const { plan, secured: isSecured } = input
    const asked = { source: createZone.id, apex, zone: 'new', plan, guard: false, isSecured } as const
    return this.changes.make(call, asked, () => settled.value)
  }
}

/** The records of a template and those given beside it; one that is in both is the given one. */
function withTemplate(template: readonly ZoneRecord[], given: readonly ZoneRecord[]): ZoneRecord[] {
  const keys = new Set(given.map(recordKey))
  return [...template.filter((record) => !keys.has(recordKey(record))), ...given]
}
