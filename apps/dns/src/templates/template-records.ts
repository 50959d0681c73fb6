import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { Database } from '@nameyard/persistence/database'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { parseAll } from '../records/model/record-set'
import { recordPolicy } from '../records/record-policy'
import { recordRefusal } from '../records/refuse-record'
import { filledFor } from './placeholder'
import { readTemplateByName } from './template.store'

/** The records that templates give to zones. */
@Injectable()
export class TemplateRecords {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
  ) {}

  /** The records of a template of the account for one zone. The name of the template is found in any case. */
  async for(apex: string, resellerId: number, templateName: string): Promise<ZoneRecord[]> {
    const [template] = await this.database.read(readTemplateByName, { resellerId, name: templateName.trim() })
    if (template === undefined) return fail('template_not_found', { template: templateName })
    const filled = filledFor(apex, template.records)
    const parsed = parseAll(filled, apex, recordPolicy(this.config), () => 'template_name')
    if (!parsed.ok) throw recordRefusal(parsed.error.error, parsed.error.path)
    return parsed.value
  }
}
