import { Controller } from '@nestjs/common'
import { prepareZone } from '@nameyard/contracts/dns/prepare-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { encodeRecords } from '@nameyard/zone/wire-record'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { recordSetOf } from '../records/model/record-set'
import { recordRefusal } from '../records/refuse-record'
import { TemplateRecords } from '../templates/template-records'
import { savePrepared } from './prepared-zone.store'

@Controller()
export class PrepareZone {
  constructor(
    private readonly database: Database,
    private readonly templates: TemplateRecords,
    private readonly nameservers: AssignedNameservers,
    private readonly clock: Clock,
  ) {}

  /** Stores the records that the zone gets. They are validated now, because no caller waits for an answer later. */
  @Handles(prepareZone)
  async execute(
    { resellerId, name, template_name }: Input<typeof prepareZone>,
    call: Call,
  ): Promise<Result<typeof prepareZone>> {
    const settled = recordSetOf(await this.templates.for(name, resellerId, template_name), name)
    if (!settled.ok) throw recordRefusal(settled.error.error, settled.error.path)
    const { records } = settled.value
    if (records.length === 0)
      fail('zone_records_missing', {}, [{ path: 'template_name', problem: 'at least one record is needed' }])
    await this.nameservers.of(resellerId, call)
    await this.database.read(savePrepared, { name, resellerId, records: encodeRecords(records), now: this.clock.now() })
    return {}
  }
}
