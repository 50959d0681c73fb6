import { countDomainsByStatus } from '@nameyard/contracts/domains/count-domains-by-status'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { visibleStatus, type Phase } from './model/lifecycle'

const byPhase = statement(
  'domains.count-by-phase',
  `select phase, count(*)::integer as count from domain where reseller_id = $1 and deleted_at is null group by phase`,
)

/** Tells how many domains an account has in each status. */
@Controller()
export class CountDomainsByStatus {
  constructor(private readonly database: Database) {}

  @Handles(countDomainsByStatus)
  async execute({ resellerId }: Input<typeof countDomainsByStatus>): Promise<Result<typeof countDomainsByStatus>> {
    const counts: Record<string, number> = {}
    for (const { phase, count } of await this.database.read<{ phase: Phase; count: number }>(byPhase, [resellerId])) {
      const status = visibleStatus[phase]
      counts[status] = (counts[status] ?? 0) + count
    }
    return { counts }
  }
}
