import { Controller } from '@nestjs/common'
import { listWebhooks } from '@nameyard/contracts/events/webhooks/list-webhooks'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { webhookOnWire } from '../subscribers/webhook-on-wire'
import { findWebhooks } from '../subscribers/webhook.store'

@Controller()
export class ListWebhooks {
  constructor(private readonly database: Database) {}

  @Handles(listWebhooks)
  async execute(_: Input<typeof listWebhooks>, call: Call): Promise<Result<typeof listWebhooks>> {
    const rows = await this.database.read(findWebhooks, { account: resellerOf(call) })
    return { results: rows.map(webhookOnWire) }
  }
}
