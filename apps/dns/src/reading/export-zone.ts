import { Controller, Inject } from '@nestjs/common'
import { exportZone } from '@nameyard/contracts/dns/export-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { authorityRecords } from '@nameyard/zone/zone'
import { printZoneFile } from '@nameyard/zone/zone-file-text'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from '../records/apex'

/** The records of a zone. A zone without records is one row with nulls. */
const readRecords = statement<
  { resellerId: number; apex: string },
  ZoneRecord & { version: string; label: string | null }
>(
  'dns.export-zone',
  (given) => sql`
    select z.version, ${labelOfZone} as label, r.owner, r.type, r.ttl, r.rdata from zone z left join record r on r.zone_id = z.id
    where z.reseller_id = ${given.resellerId} and z.name = ${given.apex} and z.deleted_at is null
    order by r.owner <> z.name, r.owner collate "C", r.type, r.id`,
)

@Controller()
export class ExportZone {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
  ) {}

  @Handles(exportZone)
  async execute({ name }: Input<typeof exportZone>, call: Call): Promise<Result<typeof exportZone>> {
    const apex = apexOf(name)
    const rows = await this.database.read(readRecords, { resellerId: resellerOf(call), apex })
    const [first] = rows
    if (first === undefined) return fail('zone_not_found')
    const own = rows.filter(({ owner }) => owner !== null)
    const managed = authorityRecords(apex, authorityOf(this.config, first.label), BigInt(first.version))
    return { zone_file: printZoneFile(apex, [...managed, ...own]) }
  }
}
