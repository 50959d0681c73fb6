import { Controller } from '@nestjs/common'
import { countDomainsOfNameserver } from '@nameyard/contracts/domains/count-domains-of-nameserver'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { isLive } from '../lifecycle/domain.store'

interface Counted {
  readonly count: number
  /** The first three names. */
  readonly domains: string[]
}

/** `nameserver` is a JSON list of the one nameserver, as rows have it. */
export const ofNameserver = statement<{ readonly resellerId: number; readonly nameserver: string }, Counted>(
  'domains.count-of-nameserver',
  ({ resellerId, nameserver }) => sql`
    select count(*)::integer as count, coalesce((array_agg(name order by name))[1:3], '{}') as domains from domain
    where reseller_id = ${resellerId} and ${isLive} and name_servers @> ${nameserver}::jsonb`,
)

/** Counts the domains that are delegated to a nameserver, for the service that has the nameservers. */
@Controller()
export class CountDomainsOfNameserver {
  constructor(private readonly database: Database) {}

  @Handles(countDomainsOfNameserver)
  async execute({
    resellerId,
    name,
  }: Input<typeof countDomainsOfNameserver>): Promise<Result<typeof countDomainsOfNameserver>> {
    const [counted] = await this.database.read(ofNameserver, { resellerId, nameserver: JSON.stringify([{ name }]) })
    return counted!
  }
}
