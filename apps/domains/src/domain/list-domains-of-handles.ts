import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'

/** Written like the index on it. */
const roles = 'array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]'

/**
 * account, handles, last number of the page before, how many. Materialized: sorted by number, the planner would rather
 * walk the whole account than its few domains in question.
 */
export const ofHandles = statement(
  'domains.of-handles',
  `with found as materialized (
     select id, reseller_id, name, owner_handle, ${roles} as handles from domain
     where deleted_at is null and phase <> 'failed' and ${roles} && $2::text[])
   select id as "domainId", name, owner_handle as "registrantHandle",
     array(select distinct handle from unnest(handles) handle where handle = any($2::text[]) order by 1) as handles
   from found where reseller_id = $1 and id > $3 order by id limit $4`,
)

/** Tells which domains use customers, for whoever keeps those. */
@Controller()
export class ListDomainsOfHandles {
  constructor(private readonly database: Database) {}

  @Handles(listDomainsOfHandles)
  async execute(input: Input<typeof listDomainsOfHandles>): Promise<Result<typeof listDomainsOfHandles>> {
    const { resellerId, handles, after, limit } = input
    return { domains: await this.database.read(ofHandles, [resellerId, handles, after, limit]) }
  }
}
