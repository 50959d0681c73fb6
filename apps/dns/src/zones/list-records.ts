import { Controller, Inject } from '@nestjs/common'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { JsonText, printed } from '@nameyard/messaging/printed'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { recordTypes } from '@nameyard/zone/record-types'
import type { Authority } from '@nameyard/zone/zone'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from './apex'
import { recordsOf, type ListedZone } from './record-list'

/** `$1` account, `$2` apex, `$3` number or null. */
const zoneOfRecords = statement(
  'dns.zone-of-records',
  `select id, name, version, created_at as "createdAt", updated_at as "updatedAt" from zone
   where reseller_id = $1 and name = $2 and ($3::integer is null or id = $3) and deleted_at is null`,
)

@Controller()
export class ListRecords {
  private readonly authority: Authority

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {
    this.authority = authorityOf(config)
  }

  @Handles(listRecords)
  async execute(input: Input<typeof listRecords>, call: Call): Promise<Given<typeof listRecords>> {
    return printed<Result<typeof listRecords>>(await this.page(input, call))
  }

  /** A page, its records as JSON text. */
  async page(input: Input<typeof listRecords>, call: Call): Promise<{ results: JsonText; total: number }> {
    // Zones of the premium provider are not held here: their lists are empty.
    if (input.zone_provider === 'sectigo') return { results: new JsonText('[]'), total: 0 }
    if (input.type !== undefined && !recordTypes.get(input.type.trim().toUpperCase())) {
      fail('record_type_invalid', { record: 'type', problem: `${input.type} is not a record type that zones can hold` })
    }
    const asked = [resellerOf(call), apexOf(input.name), input.zone_id ?? null]
    const [zone] = await this.database.read<ListedZone & { [column: string]: unknown }>(zoneOfRecords, asked)
    if (zone === undefined) return fail('zone_not_found')
    const { statement: list, values } = recordsOf(zone, this.authority, input)
    const [found] = await this.database.read<{ total: number; results: string }>(list, values)
    const { total, results } = found!
    return { results: new JsonText(results), total }
  }
}
