import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { resendWebhookDelivery } from '@nameyard/contracts/events/webhooks/resend-webhook-delivery'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { resendDelivery } from '../delivery/delivery.store'
import { PATIENCE_MS } from '../delivery/model/retries'
import { WhenDeliveriesAreDue } from '../delivery/when-deliveries-are-due'
import { lockWebhook } from '../subscribers/webhook.store'

@Controller()
export class ResendWebhookDelivery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly deliveries: WhenDeliveriesAreDue,
  ) {}

  @Handles(resendWebhookDelivery)
  async execute(
    { id, delivery }: Input<typeof resendWebhookDelivery>,
    call: Call,
  ): Promise<Result<typeof resendWebhookDelivery>> {
    const account = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      const [webhook] = await tx.query(lockWebhook, { account, id })
      if (!webhook) fail('webhook_not_found', { id })
      if (webhook.status !== 'active') fail('webhook_not_active', { id, status: webhook.status })
      const now = this.clock.machineNow()
      const giveUpAt = new Date(now.getTime() + PATIENCE_MS)
      const [found] = await tx.query(resendDelivery, { id, account, delivery, now, giveUpAt })
      if (!found) fail('webhook_delivery_not_found', { id, delivery })
      if (found.isGone) fail('webhook_event_gone', { delivery })
      tx.afterCommit(() => void this.deliveries.run())
      return { success: true }
    })
  }
}
