import { countDomainsOfNameserver } from '@nameyard/contracts/domains/count-domains-of-nameserver'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'

/** account, the nameserver as a list of one, as a row would hold it */
export const ofNameserver = statement(
  'domains.count-of-nameserver',
  `select count(*)::integer as count, coalesce((array_agg(name order by name))[1:3], '{}') as domains from domain
   where reseller_id = $1 and deleted_at is null and phase <> 'failed' and name_servers @> $2::jsonb`,
)

/** Counts the domains that are delegated to a nameserver and names the first, for the service that keeps those. */
@Controller()
export class CountDomainsOfNameserver {
  constructor(private readonly database: Database) {}

  @Handles(countDomainsOfNameserver)
  async execute({
    resellerId,
    name,
  }: Input<typeof countDomainsOfNameserver>): Promise<Result<typeof countDomainsOfNameserver>> {
    const [counted] = await this.database.read<{ count: number; domains: string[] }>(ofNameserver, [
      resellerId,
      JSON.stringify([{ name }]),
    ])
    return counted!
  }
}
