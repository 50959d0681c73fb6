import { Controller, Inject } from '@nestjs/common'
import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { insertEntry } from './audit-log'

/** Keeps what operators changed at other services beside what they changed here, each once. */
@Controller()
export class OnRecordOperatorChange {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  @Consumes(recordOperatorChange)
  async on(
    { at, operator, resellerId, operation, subject, changes }: Payload<typeof recordOperatorChange>,
    { messageId, correlationId }: Delivery,
  ): Promise<void> {
    const entry = [at, resellerId, null, operator, null, correlationId, operation, subject, JSON.stringify(changes)]
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, 'audit', async () => void (await tx.query(insertEntry, entry))),
    )
  }
}
