import { countDomainsByStatus } from '@nameyard/contracts/domains/count-domains-by-status'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { countersWhere } from './domain-counts'
import { visibleStatus, type Phase } from './model/lifecycle'

const byPhase = statement(
  'domains.count-by-phase',
  countersWhere(`reseller_id = $1 and not is_deleted and kind = 'phase'`),
)

/** Tells how many domains an account has in each status. */
@Controller()
export class CountDomainsByStatus {
  constructor(private readonly database: Database) {}

  @Handles(countDomainsByStatus)
  async execute({ resellerId }: Input<typeof countDomainsByStatus>): Promise<Result<typeof countDomainsByStatus>> {
    const counts: Record<string, number> = {}
    for (const { value, domains } of await this.database.read<{ value: Phase; domains: number }>(byPhase, [
      resellerId,
    ])) {
      const status = visibleStatus[value]
      counts[status] = (counts[status] ?? 0) + domains
    }
    return { counts }
  }
}
