import { Controller, Inject } from '@nestjs/common'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { newApex } from '../records/apex'
import { parseAll, recordSetOf } from '../records/model/record-set'
import { recordPolicy } from '../records/record-policy'
import { recordRefusal } from '../records/refuse-record'
import { refuseUnoffered } from '../records/unoffered'
import { TemplateRecords } from '../templates/template-records'
import { refuseMaster, SlaveZones } from './slave-zones'
import { ZoneChanges } from './zone-changes'

@Controller()
export class CreateZone {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly templates: TemplateRecords,
    private readonly changes: ZoneChanges,
    private readonly slaves: SlaveZones,
  ) {}

  /** Stores zone and records and stages their publication in one transaction. The request waits for no name server. */
  @Handles(createZone)
  async execute(input: Input<typeof createZone>, call: Call) {
    const resellerId = resellerOf(call)
    refuseUnoffered(input)
    const apex = newApex(input.domain)
    if (input.type === 'slave') {
      const { plan } = input
      return this.slaves.create(call, { source: createZone.id, apex, plan }, input)
    }
    if (input.master_ip !== undefined) refuseMaster()
    const { template_name } = input
    const template = template_name === undefined ? [] : await this.templates.for(apex, resellerId, template_name)
    const policy = recordPolicy(this.config)
    const parsed = parseAll(input.records ?? [], apex, policy, (index) => `records.${index}`)
    const settled = parsed.ok ? recordSetOf(withTemplate(template, parsed.value), apex) : parsed
    if (!settled.ok) throw recordRefusal(settled.error.error, settled.error.path)

    const { plan, secured: isSecured } = input
    const asked = { source: createZone.id, apex, zone: 'new', plan, guard: false, isSecured } as const
    return this.changes.make(call, asked, () => settled.value)
  }
}

/** Returns the records of a template and the given ones. Of equal records the given one remains. */
function withTemplate(template: readonly ZoneRecord[], given: readonly ZoneRecord[]): ZoneRecord[] {
  const keys = new Set(given.map(recordKey))
  return [...template.filter((record) => !keys.has(recordKey(record))), ...given]
}
