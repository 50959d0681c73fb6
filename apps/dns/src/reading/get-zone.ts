import { Controller, Inject } from '@nestjs/common'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { readDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement, type Sql } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { checkSoon, OLD_MS } from '../control/delegation.store'
import { apexOf } from '../records/apex'
import { recordLimitsOf, withinLimits } from '../records/key-limits'
import { latestChanges } from '../versions/version.store'
import { zoneColumns, type ReadZone } from '../zone-columns/zone-columns'
import { PrintedRecords } from './printed-records'
import { authorityValues, shown, zoneRecords, type AuthorityValues } from './wire-zone'

interface ZoneAsked extends AuthorityValues {
  readonly resellerId: number
  readonly name: string
  readonly id: number | null
  readonly provider: string | null
  readonly withRecords: boolean
  readonly withHistory: boolean
  /** The state of the zone whose records are known already; null where none are. */
  readonly knownState: string | null
}

/** A zone with the state that its records belong to. They are null also where they are known. */
interface FoundZone extends ReadZone {
  readonly state: string
}

/** Every change of a record makes a version. The label is part of the records of the platform. */
const state = sql`concat_ws(' ', z.id, z.version, z.updated_at, ${labelOfZone})`

const zoneQuery = (given: { readonly [Value in keyof ZoneAsked]: unknown }, records: Sql) => sql`
    select ${zoneColumns(given)}, ${state} as state,
      case when ${given.withRecords} and ${state} is distinct from ${given.knownState} then ${records} end as records,
      case when ${given.withHistory} then ${latestChanges} end as history
    from zone z
    where z.reseller_id = ${given.resellerId} and z.name = ${given.name}
      and (${given.id}::integer is null or z.id = ${given.id})
      and (${given.provider}::text is null or z.provider = ${given.provider}) and z.deleted_at is null`

const readZone = statement<ZoneAsked, FoundZone>('dns.get-zone', (given) => zoneQuery(given, zoneRecords(given)))

@Controller()
export class GetZone {
  private readonly authority: AuthorityValues

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly printed: PrintedRecords,
  ) {
    this.authority = authorityValues(config)
  }

  @Handles(getZone)
  async execute(input: Input<typeof getZone>, call: Call): Promise<Given<typeof getZone>> {
    const { id = null, provider = null, with_records, with_history } = input
    const name = apexOf(input.name)
    const limits = recordLimitsOf(call, name)
    const resellerId = resellerOf(call)
    // A key that is limited to some records reads these alone.
    const known = with_records && !limits ? this.printed.get(resellerId, name) : undefined
    const asked = {
      resellerId,
      name,
      id,
      provider,
      withRecords: with_records,
      // The history shows changes of all records.
      withHistory: with_history && !limits,
      knownState: known?.state ?? null,
      ...this.authority,
    }
    const [found] = limits
      ? await this.database.read<FoundZone>(zoneQuery(asked, zoneRecords(this.authority, withinLimits(limits))))
      : await this.database.read(readZone, asked)
    if (!found) return fail('zone_not_found')
    await this.refresh(found)
    const { state: current, ...zone } = found
    if (!with_records || limits) return shown(zone, input)
    const records = zone.records ?? known!.records
    if (records !== known?.records) this.printed.set(resellerId, name, { state: current, records })
    return shown({ ...zone, records }, input)
  }

  /** Has an old delegation checked soon. The answer has the stored one: nobody waits for other name servers. */
  private async refresh({ id: zoneId, delegation }: ReadZone): Promise<void> {
    const checkedAt = readDate(delegation.checked_at)?.getTime() ?? 0
    if (this.clock.epochMs() - checkedAt > OLD_MS)
      await this.database.read(checkSoon, { zoneId, now: this.clock.now() })
  }
}
