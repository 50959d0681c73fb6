import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'

const lookAgain = statement(
  'dmarc.look-again',
  `update dmarc_order set due_at = least(due_at, $3) where name = $1 and reseller_id = $2 and status in ('REQ', 'ACT')`,
)

/**
 * A domain that left its account takes its order with it. The news itself changes nothing but that the order is looked
 * at: it may come twice, late or in any order, and domains is asked what is true.
 */
@Controller()
export class OnDomainChanged {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(domainChanged)
  async on({ name, resellerId, isHeld }: Payload<typeof domainChanged>): Promise<void> {
    if (!isHeld) await this.database.read(lookAgain, [name, resellerId, this.clock.now()])
  }
}
