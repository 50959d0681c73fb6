import { Controller } from '@nestjs/common'
import { countDomainsByStatus } from '@nameyard/contracts/domains/count-domains-by-status'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { visibleStatus, type Phase } from '../lifecycle/model/lifecycle'
import { countersWhere } from './domain-counts'

const byPhase = statement<{ readonly resellerId: number }, { readonly value: Phase; readonly domains: number }>(
  'domains.count-by-phase',
  ({ resellerId }) => countersWhere(sql`reseller_id = ${resellerId} and not is_deleted and kind = 'phase'`),
)

/** Returns how many domains an account has in each status. */
@Controller()
export class CountDomainsByStatus {
  constructor(private readonly database: Database) {}

  @Handles(countDomainsByStatus)
  async execute({ resellerId }: Input<typeof countDomainsByStatus>): Promise<Result<typeof countDomainsByStatus>> {
    const counts: Record<string, number> = {}
    for (const { value, domains } of await this.database.read(byPhase, { resellerId })) {
      const status = visibleStatus[value]
      counts[status] = (counts[status] ?? 0) + domains
    }
    return { counts }
  }
}
