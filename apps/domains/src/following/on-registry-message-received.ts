import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockLiveDomain } from '../lifecycle/domain.store'

/** Checks a domain when a poll message announces a change of it: the message does not contain the present state. */
@Controller()
export class OnRegistryMessageReceived {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly changes: DomainChanges,
  ) {}

  @Consumes(registryMessageReceived)
  async on({ object }: Payload<typeof registryMessageReceived>, delivery: Delivery): Promise<void> {
    if (object === undefined) return
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox.once(tx, delivery.messageId, 'domains.message', () => this.check(tx, object)).then(() => undefined),
    )
  }

  private async check(tx: Tx, name: string): Promise<void> {
    const domain = await lockLiveDomain(tx, name)
    if (domain) await this.changes.carryOut(tx, domain, 'check', { cause: 'message' })
  }
}
