import { Inject, Injectable } from '@nestjs/common'
import type { listRecords } from '@nameyard/contracts/dns/list-records'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { JsonText } from '@nameyard/messaging/printed'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { recordTypes } from '@nameyard/zone/record-types'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from '../records/apex'
import { recordLimitsOf } from '../records/key-limits'
import { recordsOf, type ListedZone } from './record-list'

const zoneOfRecords = statement<
  { resellerId: number; name: string; id: number | null },
  ListedZone & { readonly label: string | null }
>(
  'dns.zone-of-records',
  (given) => sql`
    select id, name, version, created_at as "createdAt", updated_at as "updatedAt", ${labelOfZone} as label
    from zone z
    where reseller_id = ${given.resellerId} and name = ${given.name}
      and (${given.id}::integer is null or id = ${given.id}) and deleted_at is null`,
)

/** Pages of the records of a zone. */
@Injectable()
export class RecordPages {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
  ) {}

  /** Reads a page. Its records are JSON text. */
  async read(input: Input<typeof listRecords>, call: Call): Promise<{ results: JsonText; total: number }> {
    // The platform has no zones of the premium provider.
    if (input.zone_provider === 'sectigo') return { results: new JsonText('[]'), total: 0 }
    if (input.type !== undefined && !recordTypes.get(input.type.trim().toUpperCase())) {
      fail('record_type_invalid', { record: 'type', problem: `${input.type} is not a record type that zones can hold` })
    }
    const name = apexOf(input.name)
    const limits = recordLimitsOf(call, name)
    const asked = { resellerId: resellerOf(call), name, id: input.zone_id ?? null }
    const [zone] = await this.database.read(zoneOfRecords, asked)
    if (zone === undefined) return fail('zone_not_found')
    const query = recordsOf(zone, authorityOf(this.config, zone.label), input, limits)
    const [found] = await this.database.read<{ total: number; results: string }>(query)
    const { total, results } = found!
    return { results: new JsonText(results), total }
  }
}
