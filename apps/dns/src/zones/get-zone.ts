import { Controller, Inject } from '@nestjs/common'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from './apex'
import { latestChanges } from './version.store'
import { authorityValues, shown, zoneColumns, zoneRecords, type ReadZone } from './wire-zone'

const readZone = statement(
  'dns.get-zone',
  `select ${zoneColumns}, case when $5 then ${zoneRecords(7)} end as records,
     case when $6 then ${latestChanges} end as history
   from zone z
   where z.reseller_id = $1 and z.name = $2 and ($3::integer is null or z.id = $3)
     and ($4::text is null or z.provider = $4) and z.deleted_at is null`,
)

@Controller()
export class GetZone {
  private readonly authority: unknown[]

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {
    this.authority = authorityValues(authorityOf(config))
  }

  @Handles(getZone)
  async execute(input: Input<typeof getZone>, call: Call): Promise<Given<typeof getZone>> {
    const { id = null, provider = null, with_records, with_history } = input
    const values = [resellerOf(call), apexOf(input.name), id, provider, with_records, with_history, ...this.authority]
    const [zone] = await this.database.read<ReadZone>(readZone, values)
    return zone ? shown(zone, input) : fail('zone_not_found')
  }
}
