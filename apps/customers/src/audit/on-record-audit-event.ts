import { Controller } from '@nestjs/common'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { insertArrivals } from './arrival.store'

interface Arriving {
  readonly eventId: string
  readonly payload: string
}

/** Stores events for the audit trail, each once. Events that arrive together are stored by one statement. */
@Controller()
export class OnRecordAuditEvent {
  private readonly arrivals: Batcher<Arriving, undefined>

  constructor(database: Database) {
    this.arrivals = new Batcher(async (items) => {
      await database.read(insertArrivals, {
        eventIds: items.map(({ eventId }) => eventId),
        payloads: items.map(({ payload }) => payload),
      })
      return items.map(() => undefined)
    })
  }

  @Consumes(recordAuditEvent)
  on(event: Payload<typeof recordAuditEvent>, { messageId }: Delivery): Promise<void> {
    return this.arrivals.add({ eventId: messageId, payload: JSON.stringify(event) })
  }
}
