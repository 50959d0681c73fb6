import { Controller } from '@nestjs/common'
import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { insertArrivals } from './arrival.store'
import type { AuditEvent } from './audit-log'

/** Records in the audit trail what operators change in other services, each change once. */
@Controller()
export class OnRecordOperatorChange {
  constructor(private readonly database: Database) {}

  @Consumes(recordOperatorChange)
  async on(
    { at, operator, resellerId, operation, subject, changes }: Payload<typeof recordOperatorChange>,
    { messageId, correlationId }: Delivery,
  ): Promise<void> {
    const event: AuditEvent = {
      at,
      resellerId,
      event: operation,
      subject,
      actor: { contactId: null, keyId: null, name: operator, address: null },
      request: correlationId,
      changes,
    }
    await this.database.read(insertArrivals, { eventIds: [messageId], payloads: [JSON.stringify(event)] })
  }
}
