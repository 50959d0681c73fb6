import { Controller, Inject } from '@nestjs/common'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { tellAgain } from './signing.store'

@Controller()
export class OnDomainChanged {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** A domain that came, or that is delegated to other nameservers, may need to know the key of its zone. */
  @Consumes(domainChanged)
  async on({ resellerId, name, isHeld }: Payload<typeof domainChanged>): Promise<void> {
    if (isHeld) await this.database.read(tellAgain, [resellerId, name, this.clock.now()])
  }
}
