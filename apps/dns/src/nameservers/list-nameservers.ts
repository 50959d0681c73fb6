import { Controller, Inject } from '@nestjs/common'
import { listNameservers } from '@nameyard/contracts/dns/list-nameservers'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { isIPv4 } from 'node:net'
import { isGlobalForm, storedName } from './host'
import { nameserverColumns, nameserverOnWire, type NameserverRow } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

const sortKeys = { id: 'n.id', name: 'n.name collate "C"' }

/** A page of nameservers with the count of all that match; a page beyond the end still has the count. */
function pageOf(order: string): Statement {
  return statement(
    '',
    `with matching as (
       select * from nameserver
       where reseller_id = $1 and ($2::text is null or name = $2) and ($3::inet is null or ip = $3)
         and ($4::inet is null or ip6 = $4) and ($5::text is null or name ilike $5) and deleted_at is null)
     select (select count(*)::integer from matching) as total, coalesce(json_agg(page), '[]') as results
     from (select ${nameserverColumns} from matching n order by ${order} limit $6 offset $7) page`,
  )
}

@Controller()
export class ListNameservers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RegistryHosts) private readonly hosts: RegistryHosts,
  ) {}

  @Handles(listNameservers)
  async execute(input: Input<typeof listNameservers>, call: Call): Promise<Result<typeof listNameservers>> {
    const { name, ip, ip6, pattern, limit, offset, order, order_by } = input
    // What is no address is the address of none.
    if ((ip && !isIPv4(ip)) || (ip6 && !isGlobalForm(ip6))) return { results: [], total: 0 }
    await this.hosts.refresh(resellerOf(call), null, call)
    const [list] = await this.database.read<{ total: number; results: NameserverRow[] }>(
      pageOf(`${sortKeys[order_by]} ${order}`),
      [
        resellerOf(call),
        name ? storedName(name) : null,
        ip || null,
        ip6 || null,
        pattern ? likePattern(pattern) : null,
        limit,
        offset,
      ],
    )
    const { total, results } = list!
    return { results: results.map(nameserverOnWire), total }
  }
}
