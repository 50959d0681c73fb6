import { Controller, Inject } from '@nestjs/common'
import { applyTemplate } from '@nameyard/contracts/dns/apply-template'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { filledFor } from '../templates/placeholder'
import { templateNamed } from '../templates/template-named'
import { apexOf } from './apex'
import { takeIn } from './model/intake'
import { parseAll, settle } from './model/records-of'
import { recordRefusal } from './refuse-record'
import { ZoneChanges } from './zone-changes'
import { recordPolicy } from './record-policy'

@Controller()
export class ApplyTemplate {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(ZoneChanges) private readonly changes: ZoneChanges,
  ) {}

  /** Gives the zone the records of the template as it is now. */
  @Handles(applyTemplate)
  async execute({ name, template_name, mode, plan, guard }: Input<typeof applyTemplate>, call: Call) {
    const apex = apexOf(name)
    const template = await templateNamed(this.database, resellerOf(call), template_name)
    const policy = recordPolicy(this.config)
    const filled = parseAll(filledFor(apex, template), apex, policy, () => 'template_name')
    if (!filled.ok) throw recordRefusal(filled.error.error, filled.error.path)
    return this.changes.make(call, { source: applyTemplate.id, apex, zone: 'live', plan, guard }, (zone) => {
      const settled = settle(takeIn(zone.records, filled.value, mode), apex)
      if (!settled.ok) throw recordRefusal(settled.error.error, settled.error.path)
      return settled.value
    })
  }
}
