import { Controller, Inject } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { errors, fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { authorityRecords, type Authority } from '@nameyard/zone/zone'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from './apex'
import { answerOf } from './moved-sets'
import { changedRecords, difference } from './model/changed-records'
import { recordRefusal } from './refuse-record'
import { refuseUnbuilt } from './unbuilt'
import { changeZone, columnsOf, lockZone, recordsOfZone, type ChangedZone, type StoredRecord } from './zone.store'

@Controller()
export class UpdateZone {
  private readonly authority: Authority

  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.authority = authorityOf(config)
  }

  /** Changes records in one step. A change that changes nothing makes no version and is a success. */
  @Handles(updateZone)
  async execute(input: Input<typeof updateZone>, call: Call) {
    const resellerId = resellerOf(call)
    const apex = apexOf(input.name)
    refuseUnbuilt(input)
    const ttls = { min: this.config.TTL_MIN, max: this.config.TTL_MAX }

    return this.database.unitOfWork(call, async (tx) => {
      const [zone] = await tx.query<{ id: number; version: number }>(lockZone, [resellerId, apex, input.id ?? null])
      if (zone === undefined) return fail('zone_not_found')
      if (input.records === undefined) return answerOf([])
      const stored = await tx.query<StoredRecord & { id: string }>(recordsOfZone, [zone.id])
      const managed = authorityRecords(apex, this.authority, BigInt(zone.version))
      const changed = changedRecords(stored, input.records, apex, ttls, managed)
      if (!changed.ok) {
        if ('reason' in changed.error) {
          const { reason, record, path } = changed.error
          return fail(reason, { record }, [{ path, problem: errors[reason].desc.replace('{record}: ', '') }])
        }
        throw recordRefusal(changed.error.error, changed.error.path)
      }

      const { removed, added, retimed } = difference(stored, changed.value.records)
      if (removed.length + added.length + retimed.length === 0) return answerOf([])
      const [next] = await tx.query<{ version: number }>(changeZone, [
        zone.id,
        this.clock.now(),
        removed.map(({ id }) => id),
        retimed.map((each) => each.stored.id),
        retimed.map(({ ttl }) => ttl),
        ...columnsOf(added),
      ])
      const { version } = next as Pick<ChangedZone, 'version'>
      await this.outbox.append(tx, publishZone, { zoneId: zone.id, name: apex, version })
      return answerOf(changed.value.moved)
    })
  }
}
