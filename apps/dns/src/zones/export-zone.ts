import { Controller, Inject } from '@nestjs/common'
import { exportZone } from '@nameyard/contracts/dns/export-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { authorityRecords, type Authority } from '@nameyard/zone/zone'
import { printZoneFile } from '@nameyard/zone/zone-file-text'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from './apex'

/** `$1` account, `$2` apex. A zone without records is one row with nulls. */
const readRecords = statement(
  'dns.export-zone',
  `select z.version, r.owner, r.type, r.ttl, r.rdata from zone z left join record r on r.zone_id = z.id
   where z.reseller_id = $1 and z.name = $2 and z.deleted_at is null
   order by r.owner <> z.name, r.owner collate "C", r.type, r.id`,
)

@Controller()
export class ExportZone {
  private readonly authority: Authority

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {
    this.authority = authorityOf(config)
  }

  @Handles(exportZone)
  async execute({ name }: Input<typeof exportZone>, call: Call): Promise<Result<typeof exportZone>> {
    const apex = apexOf(name)
    const rows = await this.database.read<ZoneRecord & { version: string }>(readRecords, [resellerOf(call), apex])
    const [first] = rows
    if (first === undefined) return fail('zone_not_found')
    const own = rows.filter(({ owner }) => owner !== null)
    const managed = authorityRecords(apex, this.authority, BigInt(first.version))
    return { zone_file: printZoneFile(apex, [...managed, ...own]) }
  }
}
