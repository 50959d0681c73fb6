import { Controller, Inject } from '@nestjs/common'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { JsonText, printed } from '@nameyard/messaging/printed'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { orderBy } from './order-by'
import { latestChanges } from './version.store'
import { authorityValues, shown, zoneColumns, zoneRecords, type ReadZone } from './wire-zone'

const sortKeys = { creation_date: 'z.created_at', modification_date: 'z.updated_at', name: 'z.name collate "C"' }

/**
 * A page of zones with the count of all that match; a page beyond the end still has the count. The page is read by its
 * own index and not out of all that match, which would be kept for the two of them.
 */
function pageOf(order: string): Statement {
  return statement(
    '',
    `with matching as not materialized (
       select * from zone
       where reseller_id = $1 and ($2::text is null or type = $2) and ($3::text is null or name ilike $3)
         and ($4::text is null or provider = $4) and deleted_at is null)
     select (select count(*)::integer from matching) as total, coalesce(json_agg(page), '[]') as results
     from (
       select ${zoneColumns}, case when $7 then ${zoneRecords(9)} end as records,
         case when $8 then ${latestChanges} end as history
       from (select * from matching z order by ${order} limit $5 offset $6) z order by ${order}) page`,
  )
}

@Controller()
export class ListZones {
  private readonly authority: unknown[]

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {
    this.authority = authorityValues(authorityOf(config))
  }

  @Handles(listZones)
  async execute(input: Input<typeof listZones>, call: Call): Promise<Given<typeof listZones>> {
    const { type = null, name_pattern, provider = null, limit, offset, with_records, with_history } = input
    const [list] = await this.database.read<{ total: number; results: ReadZone[] }>(
      pageOf(orderBy(input.order_by, sortKeys, 'z.created_at desc, z.id desc')),
      [
        resellerOf(call),
        type,
        name_pattern === undefined ? null : likePattern(name_pattern),
        provider,
        limit,
        offset,
        with_records,
        with_history,
        ...this.authority,
      ],
    )
    const { total, results } = list!
    const zones = results.map((zone) => shown(zone, input).text)
    return printed<Result<typeof listZones>>({ results: new JsonText(`[${zones.join(',')}]`), total })
  }
}
