import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'

/** Written like the index on it. */
const counted = (name: string, condition: string) =>
  statement(
    name,
    `select ns_group as "group", count(*)::integer as count from domain
     where reseller_id = $1 and deleted_at is null and phase <> 'failed' and ns_group <> '' ${condition}
     group by ns_group`,
  )

/** account */
export const ofAllGroups = counted('domains.count-by-all-groups', '')

/** account, groups */
export const ofGroups = counted('domains.count-by-groups', 'and ns_group = any($2::text[])')

/** Tells how many domains use nameserver groups, for the service that keeps those. */
@Controller()
export class CountDomainsByGroups {
  constructor(private readonly database: Database) {}

  @Handles(countDomainsByGroups)
  async execute({
    resellerId,
    groups,
  }: Input<typeof countDomainsByGroups>): Promise<Result<typeof countDomainsByGroups>> {
    const counts = groups
      ? this.database.read(ofGroups, [resellerId, groups])
      : this.database.read(ofAllGroups, [resellerId])
    return { counts: (await counts) as { group: string; count: number }[] }
  }
}
