import { Controller } from '@nestjs/common'
import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { empty, sql, statement, type Placeholders, type Sql } from '@nameyard/persistence/statement'
import { isLive } from '../lifecycle/domain.store'

interface Account {
  readonly resellerId: number
}

interface Count {
  readonly group: string
  readonly count: number
}

/** Written like its index. */
const countWhere = ({ resellerId }: Placeholders<Account>, condition: Sql) => sql`
  select ns_group as "group", count(*)::integer as count from domain
  where reseller_id = ${resellerId} and ${isLive} and ns_group <> '' ${condition}
  group by ns_group`

export const ofAllGroups = statement<Account, Count>('domains.count-by-all-groups', (given) => countWhere(given, empty))

export const ofGroups = statement<Account & { readonly groups: readonly string[] }, Count>(
  'domains.count-by-groups',
  (given) => countWhere(given, sql`and ns_group = any(${given.groups}::text[])`),
)

/** Returns how many domains use each nameserver group, for the service that has the groups. */
@Controller()
export class CountDomainsByGroups {
  constructor(private readonly database: Database) {}

  @Handles(countDomainsByGroups)
  async execute({
    resellerId,
    groups,
  }: Input<typeof countDomainsByGroups>): Promise<Result<typeof countDomainsByGroups>> {
    const counts = groups
      ? this.database.read(ofGroups, { resellerId, groups })
      : this.database.read(ofAllGroups, { resellerId })
    return { counts: await counts }
  }
}
