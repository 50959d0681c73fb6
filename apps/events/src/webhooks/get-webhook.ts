import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { getWebhook } from '@nameyard/contracts/events/webhooks/get-webhook'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { webhookOnWire } from '../subscribers/webhook-on-wire'
import { findWebhook } from '../subscribers/webhook.store'

@Controller()
export class GetWebhook {
  constructor(private readonly database: Database) {}

  @Handles(getWebhook)
  async execute({ id }: Input<typeof getWebhook>, call: Call): Promise<Result<typeof getWebhook>> {
    const [found] = await this.database.read(findWebhook, { account: resellerOf(call), id })
    return webhookOnWire(found ?? fail('webhook_not_found', { id }))
  }
}
