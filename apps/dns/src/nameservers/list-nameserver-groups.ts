import { Controller, Inject } from '@nestjs/common'
import { listNameserverGroups } from '@nameyard/contracts/dns/list-nameserver-groups'
import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { orderBy } from '../zones/order-by'
import { groupTables, memberList, type WireGroup } from './ns-group.store'

type Listed = WireGroup & { readonly domain_count: number; readonly ns_count: number }

const ownOrder = 'g.name collate "C"'
const sortKeys = { ns_group: ownOrder, domain_count: 'g.domain_count', ns_count: 'g.ns_count' }

/** A page of groups with the count of all that match; a page beyond the end still has the count. */
function pageOf(order: string): Statement {
  return statement(
    '',
    `with ${groupTables},
     matching as (
       select g.id, g.name, coalesce(used.count, 0) as domain_count,
         (select count(*)::integer from member m where m.group_id = g.id) as ns_count
       from grp g left join unnest($3::text[], $4::integer[]) as used (name, count) on used.name = g.name
       where ($5::text is null or g.name ilike $5)
         and ($6::text is null or exists (select from member m where m.group_id = g.id and m.name ilike $6))
         and ($7::text is null
           or exists (select from member m where m.group_id = g.id and (m.ip ilike $7 or m.ip6 ilike $7))))
     select (select count(*)::integer from matching) as total, coalesce(json_agg(page), '[]') as results
     from (
       select g.id, g.name as ns_group, ${memberList} as name_servers, g.domain_count, g.ns_count
       from matching g order by ${order} limit $8 offset $9) page`,
  )
}

const likeOf = (pattern: string | undefined) => (pattern ? likePattern(pattern) : null)

@Controller()
export class ListNameserverGroups {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
  ) {}

  @Handles(listNameserverGroups)
  async execute(input: Input<typeof listNameserverGroups>, call: Call): Promise<Result<typeof listNameserverGroups>> {
    const resellerId = resellerOf(call)
    const needsCounts = input.with_domain_count || input.order_by?.domain_count !== undefined
    const { counts } = needsCounts ? await this.rpc.call(countDomainsByGroups, { resellerId }, call) : { counts: [] }
    const [list] = await this.database.read<{ total: number; results: Listed[] }>(
      pageOf(orderBy(input.order_by, sortKeys, ownOrder)),
      [
        resellerId,
        this.config.PLATFORM_NAMESERVERS,
        counts.map(({ group }) => group),
        counts.map(({ count }) => count),
        likeOf(input.ns_group_pattern),
        likeOf(input.ns_name_pattern),
        likeOf(input.ns_ip_pattern),
        input.limit,
        input.offset,
      ],
    )
    const { total, results } = list!
    return {
      results: results.map(({ domain_count, ns_count, ...group }) => ({
        ...group,
        ...(input.with_domain_count && { domain_count }),
        ...(input.with_ns_count && { ns_count }),
      })),
      total,
    }
  }
}
