import { Controller } from '@nestjs/common'
import { applyTemplate } from '@nameyard/contracts/dns/apply-template'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { apexOf } from '../records/apex'
import { mergeRecords } from '../records/model/merge'
import { recordSetOf } from '../records/model/record-set'
import { recordRefusal } from '../records/refuse-record'
import { TemplateRecords } from '../templates/template-records'
import { ZoneChanges } from './zone-changes'

@Controller()
export class ApplyTemplate {
  constructor(
    private readonly templates: TemplateRecords,
    private readonly changes: ZoneChanges,
  ) {}

  /** Adds the present records of the template to the zone. */
  @Handles(applyTemplate)
  async execute({ name, template_name, mode, plan, guard }: Input<typeof applyTemplate>, call: Call) {
    const apex = apexOf(name)
    const given = await this.templates.for(apex, resellerOf(call), template_name)
    return this.changes.make(call, { source: applyTemplate.id, apex, zone: 'live', plan, guard }, (zone) => {
      const settled = recordSetOf(mergeRecords(zone.records, given, mode), apex)
      if (!settled.ok) throw recordRefusal(settled.error.error, settled.error.path)
      return settled.value
    })
  }
}
