import { Controller } from '@nestjs/common'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { isLive } from '../lifecycle/domain.store'

/** Written like the index on it. */
const roles = sql`array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]`

type Row = Result<typeof listDomainsOfHandles>['domains'][number]

/** `materialized`, because the order by id makes the planner read the whole account instead of the few domains. */
export const ofHandles = statement<Input<typeof listDomainsOfHandles>, Row>(
  'domains.of-handles',
  ({ resellerId, handles, after, limit }) => sql`
    with found as materialized (
      select id, reseller_id, name, owner_handle, ${roles} as handles from domain
      where ${isLive} and ${roles} && ${handles}::text[])
    select id as "domainId", name, owner_handle as "registrantHandle",
      array(select distinct handle from unnest(handles) handle where handle = any(${handles}::text[]) order by 1)
        as handles
    from found where reseller_id = ${resellerId} and id > ${after} order by id limit ${limit}`,
)

/** Returns the domains that use some customers, for the service that has the customers. */
@Controller()
export class ListDomainsOfHandles {
  constructor(private readonly database: Database) {}

  @Handles(listDomainsOfHandles)
  async execute(input: Input<typeof listDomainsOfHandles>): Promise<Result<typeof listDomainsOfHandles>> {
    return { domains: await this.database.read(ofHandles, input) }
  }
}
