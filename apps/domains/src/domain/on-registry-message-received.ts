import type { Payload } from '@nameyard/contracts/event'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { DomainChanges } from './domain-changes'
import { lockLiveDomain } from './domain.store'

/** Looks at the registry when it tells that something happened to a domain: what is true now is not in the message. */
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
      this.outbox.once(tx, delivery.messageId, 'domains.message', () => this.look(tx, object)).then(() => undefined),
    )
  }

  private async look(tx: Tx, name: string): Promise<void> {
    const domain = await lockLiveDomain(tx, name)
    if (domain) await this.changes.follow(tx, domain, 'look', { cause: 'message' })
  }
}
