import { isIPv4 } from 'node:net'
import { Controller } from '@nestjs/common'
import { listNameservers } from '@nameyard/contracts/dns/list-nameservers'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, raw, sql } from '@nameyard/persistence/statement'
import { isGlobalForm, storedName } from './host'
import { nameserverColumns, nameserverOnWire, type NameserverRow } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

const sortKeys = { id: sql`n.id`, name: sql`n.name collate "C"` }

@Controller()
export class ListNameservers {
  constructor(
    private readonly database: Database,
    private readonly hosts: RegistryHosts,
  ) {}

  @Handles(listNameservers)
  async execute(input: Input<typeof listNameservers>, call: Call): Promise<Result<typeof listNameservers>> {
    const { name, ip, ip6, pattern, limit, offset, order, order_by } = input
    // An invalid address is the address of no nameserver.
    if ((ip && !isIPv4(ip)) || (ip6 && !isGlobalForm(ip6))) return { results: [], total: 0 }
    const resellerId = resellerOf(call)
    await this.hosts.refresh(resellerId, null, call)
    const filters = [
      sql`reseller_id = ${resellerId} and deleted_at is null`,
      ...(name ? [sql`name = ${storedName(name)}`] : []),
      ...(ip ? [sql`ip = ${ip}`] : []),
      ...(ip6 ? [sql`ip6 = ${ip6}`] : []),
      ...(pattern ? [sql`name ilike ${likePattern(pattern)}`] : []),
    ]
    // One statement, so that a page beyond the end also has the count.
    const [list] = await this.database.read<{ total: number; results: NameserverRow[] }>(sql`
      with matching as (select * from nameserver where ${join(filters, ' and ')})
      select (select count(*)::integer from matching) as total, coalesce(json_agg(page), '[]') as results
      from (
        select ${nameserverColumns} from matching n
        order by ${sortKeys[order_by]} ${raw(order)} limit ${limit} offset ${offset}) page`)
    const { total, results } = list!
    return { results: results.map(nameserverOnWire), total }
  }
}
