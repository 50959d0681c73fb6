import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { DomainChanges } from './domain-changes'
import { lockDomain } from './domain.store'
import { heldPhases } from './model/lifecycle'

type Suspension = Payload<typeof suspensionChanged>

/**
 * Holds a domain off the DNS when its registrant's address was not verified in time (clientHold, RFC 5731 section 2.3),
 * and lifts the hold when it was after all. News comes in any order: the newest counts. The hold is sent by itself: what
 * the registry refuses of the delegation does not keep a name in the DNS.
 */
@Controller()
export class OnSuspensionChanged {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
  ) {}

  @Consumes(suspensionChanged)
  async on(suspension: Suspension, delivery: Delivery): Promise<void> {
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox
        .once(tx, delivery.messageId, 'domains.suspension', () => this.apply(tx, suspension))
        .then(() => undefined),
    )
  }

  private async apply(tx: Tx, { domainId, isSuspended, version }: Suspension): Promise<void> {
    const domain = await lockDomain(tx, domainId)
    if (!domain || domain.deletedAt || domain.suspensionVersion >= version) return
    const isMoved = domain.isSuspended !== isSuspended
    const changed = { ...domain, isSuspended, suspensionVersion: version, changedAt: this.clock.now() }
    await this.changes.save(tx, domain, { ...changed, version: domain.version + 1 })
    if (isMoved && heldPhases.has(domain.phase)) {
      await this.changes.follow(tx, changed, 'hold', { cause: 'transition' })
    }
  }
}
