import { Controller } from '@nestjs/common'
import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain } from '../lifecycle/domain.store'
import { heldPhases } from '../lifecycle/model/lifecycle'

type Suspension = Payload<typeof suspensionChanged>

/**
 * Sets clientHold (RFC 5731 section 2.3) when the registrant's e-mail address was not verified in time, and removes it when
 * it is verified. Events may arrive in any order: the highest version counts. The status is sent alone, so that a refusal of
 * the nameservers cannot keep the name in the DNS.
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
      await this.changes.carryOut(tx, changed, 'hold', { cause: 'transition' })
    }
  }
}
