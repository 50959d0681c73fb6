import { Controller, Inject } from '@nestjs/common'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { ancestorsOf } from '@nameyard/names/relation'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { filledFor } from '../templates/placeholder'
import { readTemplateByName, type WireTemplate } from '../templates/template.store'
import { newApex } from './apex'
import { answerOf } from './moved-sets'
import { parseAll, settle } from './model/records-of'
import { recordRefusal } from './refuse-record'
import { refuseUnbuilt } from './unbuilt'
import { columnsOf, insertZone, lockFamily, relatives, type ChangedZone } from './zone.store'

@Controller()
export class CreateZone {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Stores zone and records and asks for their publication in one transaction; nothing waits for a name server. */
  @Handles(createZone)
  async execute(input: Input<typeof createZone>, call: Call) {
    const resellerId = resellerOf(call)
    refuseUnbuilt(input)
    const apex = newApex(input.domain)
    const template = await this.templateOf(input, resellerId)
    const given = input.records ?? []
    if (template.length + given.length === 0)
      fail('zone_records_missing', {}, [{ path: 'records', problem: 'at least one is needed' }])

    const ttls = { min: this.config.TTL_MIN, max: this.config.TTL_MAX }
    const filled = parseAll(filledFor(apex, template), apex, ttls, () => 'template_name')
    if (!filled.ok) throw recordRefusal(filled.error.error, filled.error.path)
    const parsed = parseAll(given, apex, ttls, (index) => `records.${index}`)
    const settled = parsed.ok ? settle(withTemplate(filled.value, parsed.value), apex) : parsed
    if (!settled.ok) throw recordRefusal(settled.error.error, settled.error.path)
    const { records, moved } = settled.value

    return this.database.unitOfWork(call, async (tx) => {
      await this.claimName(tx, apex, resellerId)
      const values = [resellerId, apex, this.clock.now(), ...columnsOf(records)]
      const [zone] = await tx.query<{ id: number; version: number }>(insertZone, values)
      const { id, version } = zone as ChangedZone
      await this.outbox.append(tx, publishZone, { zoneId: id, name: apex, version })
      return answerOf(moved)
    })
  }

  private async templateOf({ template_name: name }: Input<typeof createZone>, resellerId: number) {
    if (name === undefined) return []
    const values = [resellerId, name.trim()]
    const [template] = await this.database.read<Pick<WireTemplate, 'records'>>(readTemplateByName, values)
    return template ? template.records : fail('template_not_found', { template: name })
  }

  /** A zone above or below another account's would capture its names, or have its own captured. */
  private async claimName(tx: Tx, apex: string, resellerId: number): Promise<void> {
    await tx.query(lockFamily, [apex.split('.').slice(-2).join('.')])
    const below = `${[...`.${apex}`].toReversed().join('')}%`
    const found = await tx.query<{ name: string; resellerId: number }>(relatives, [[apex, ...ancestorsOf(apex)], below])
    if (found.some((zone) => zone.resellerId !== resellerId)) fail('zone_unavailable', { zone: apex })
    if (found.some((zone) => zone.name === apex)) fail('zone_exists', { zone: apex })
  }
}

/** The records of a template and those given beside it; one that is in both is the given one. */
function withTemplate(template: readonly ZoneRecord[], given: readonly ZoneRecord[]): ZoneRecord[] {
  const keys = new Set(given.map(recordKey))
  return [...template.filter((record) => !keys.has(recordKey(record))), ...given]
}
