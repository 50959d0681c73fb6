import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { deleteWebhook } from '@nameyard/contracts/events/webhooks/delete-webhook'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { giveUp } from '../delivery/delivery.store'
import { lockWebhook, removeWebhook } from '../subscribers/webhook.store'

@Controller()
export class DeleteWebhook {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Its deliveries cannot be read any more; they are deleted when their time is over. */
  @Handles(deleteWebhook)
  async execute({ id }: Input<typeof deleteWebhook>, call: Call): Promise<Result<typeof deleteWebhook>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(lockWebhook, { account: resellerOf(call), id })
      if (!found) fail('webhook_not_found', { id })
      await tx.query(giveUp, { id, reason: 'the webhook was deleted', now: this.clock.machineNow() })
      await tx.query(removeWebhook, { id })
      return { success: true }
    })
  }
}
