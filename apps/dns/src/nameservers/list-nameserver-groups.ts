import { Controller } from '@nestjs/common'
import { listNameserverGroups } from '@nameyard/contracts/dns/list-nameserver-groups'
import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { orderBy } from '@nameyard/persistence/filtered-list'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, sql, type Sql } from '@nameyard/persistence/statement'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { ordersOf } from '../list-orders'
import { groupTables, memberList, type WireGroup } from './ns-group.store'

type Listed = WireGroup & { readonly domain_count: number; readonly ns_count: number }

const ownOrder = sql`g.name collate "C"`
const sortKeys = { ns_group: ownOrder, domain_count: sql`g.domain_count`, ns_count: sql`g.ns_count` }

@Controller()
export class ListNameserverGroups {
  constructor(
    private readonly nameservers: AssignedNameservers,
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(listNameserverGroups)
  async execute(input: Input<typeof listNameserverGroups>, call: Call): Promise<Result<typeof listNameserverGroups>> {
    const resellerId = resellerOf(call)
    const assigned = await this.nameservers.of(resellerId, call)
    const needsCounts = input.with_domain_count || input.order_by?.domain_count !== undefined
    const { counts } = needsCounts ? await this.rpc.call(countDomainsByGroups, { resellerId }, call) : { counts: [] }
    const { ns_group_pattern, ns_name_pattern, ns_ip_pattern, limit, offset } = input
    const filters = [
      ...(ns_group_pattern ? [sql`g.name ilike ${likePattern(ns_group_pattern)}`] : []),
      ...(ns_name_pattern ? [memberMatches(sql`m.name ilike ${likePattern(ns_name_pattern)}`)] : []),
      ...(ns_ip_pattern
        ? [memberMatches(sql`(m.ip ilike ${likePattern(ns_ip_pattern)} or m.ip6 ilike ${likePattern(ns_ip_pattern)})`)]
        : []),
    ]
    const groups = counts.map(({ group }) => group)
    const domains = counts.map(({ count }) => count)
    // One statement, so that a page beyond the end also has the count.
    const [list] = await this.database.read<{ total: number; results: Listed[] }>(sql`
      with ${groupTables({ resellerId, platformNameservers: assigned })},
      matching as (
        select g.id, g.name, coalesce(used.count, 0) as domain_count,
          (select count(*)::integer from member m where m.group_id = g.id) as ns_count
        from grp g
        left join unnest(${groups}::text[], ${domains}::integer[]) as used (name, count) on used.name = g.name
        where ${join([sql`true`, ...filters], ' and ')})
      select (select count(*)::integer from matching) as total, coalesce(json_agg(page), '[]') as results
      from (
        select g.id, g.name as ns_group, ${memberList} as name_servers, g.domain_count, g.ns_count
        from matching g
        ${orderBy(ordersOf(input.order_by, sortKeys, [ownOrder]))} limit ${limit} offset ${offset}) page`)
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

const memberMatches = (condition: Sql): Sql =>
  sql`exists (select from member m where m.group_id = g.id and ${condition})`
