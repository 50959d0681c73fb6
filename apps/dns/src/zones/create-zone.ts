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
import { DNS_CONFIG, type DnsConfig } from '../config'
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
    if (input.template_name !== undefined) fail('template_not_found', { template: input.template_name })
    const apex = newApex(input.domain)
    if (!input.records?.length)
      fail('zone_records_missing', {}, [{ path: 'records', problem: 'at least one is needed' }])

    const ttls = { min: this.config.TTL_MIN, max: this.config.TTL_MAX }
    const parsed = parseAll(input.records, apex, ttls, (index) => `records.${index}`)
    const settled = parsed.ok ? settle(parsed.value, apex) : parsed
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

  /** A zone above or below another account's would capture its names, or have its own captured. */
  private async claimName(tx: Tx, apex: string, resellerId: number): Promise<void> {
    await tx.query(lockFamily, [apex.split('.').slice(-2).join('.')])
    const below = `${[...`.${apex}`].toReversed().join('')}%`
    const found = await tx.query<{ name: string; resellerId: number }>(relatives, [[apex, ...ancestorsOf(apex)], below])
    if (found.some((zone) => zone.resellerId !== resellerId)) fail('zone_unavailable', { zone: apex })
    if (found.some((zone) => zone.name === apex)) fail('zone_exists', { zone: apex })
  }
}
