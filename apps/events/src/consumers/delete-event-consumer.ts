import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { deleteEventConsumer } from '@nameyard/contracts/events/delete-event-consumer'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { deleteConsumer } from './consumer.store'

@Controller()
export class DeleteEventConsumer {
  constructor(private readonly database: Database) {}

  @Handles(deleteEventConsumer)
  async execute({ name }: Input<typeof deleteEventConsumer>, call: Call): Promise<Result<typeof deleteEventConsumer>> {
    return this.database.unitOfWork(call, async (tx) => {
      const deleted = await tx.query(deleteConsumer, { account: resellerOf(call), name })
      if (deleted.length === 0) fail('event_consumer_not_found', { name })
      return { success: true }
    })
  }
}
