import { Controller } from '@nestjs/common'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'

const recheck = statement<{ name: string; resellerId: number; now: Date }>(
  'dmarc.recheck',
  ({ name, resellerId, now }) =>
    sql`update dmarc_order set due_at = least(due_at,
      ${now}) where name = ${name} and reseller_id = ${resellerId} and status in ('REQ', 'ACT')`,
)

/**
 * Makes the order of a domain due when the domain may have left its account. The event changes nothing else: it may
 * arrive twice, late or out of order, so the processing asks the domains service.
 */
@Controller()
export class OnDomainChanged {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(domainChanged)
  async on({ name, resellerId, isHeld }: Payload<typeof domainChanged>): Promise<void> {
    if (!isHeld) await this.database.read(recheck, { name, resellerId, now: this.clock.now() })
  }
}
