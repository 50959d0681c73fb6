import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import { createWebhook } from '@nameyard/contracts/events/webhooks/create-webhook'
import { MOST_WEBHOOKS } from '@nameyard/contracts/events/webhooks/webhook'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Egress } from '@nameyard/egress/egress'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Creators } from '../subscribers/creators'
import { webhookOnWire } from '../subscribers/webhook-on-wire'
import { WebhookSecrets } from '../subscribers/webhook-secrets'
import { countWebhooks, insertWebhook, lockAccount } from '../subscribers/webhook.store'
import { descriptionOf, refuseUrl, typesOf } from './checked-fields'

@Controller()
export class CreateWebhook {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly egress: Egress,
    private readonly creators: Creators,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Handles(createWebhook)
  async execute(input: Input<typeof createWebhook>, call: Call): Promise<Result<typeof createWebhook>> {
    const { url, types = [], description = '' } = input
    const account = resellerOf(call)
    refuseUrl(this.egress, url)
    const given = { account, url, types: typesOf(types), description: descriptionOf(description) }
    const creator = await this.creators.of(call)
    const { shown, stored } = this.secrets.make(account)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockAccount, { account })
      const [count] = await tx.query(countWebhooks, { account })
      if (count!.webhooks >= MOST_WEBHOOKS) fail('webhook_limit_reached', { limit: MOST_WEBHOOKS })
      const values = { ...given, ...creator, ...stored, now: this.clock.machineNow() }
      const [created] = await tx.query(insertWebhook, values)
      tellAudit(tx, { subject: `webhook ${created!.id}`, changes: { types: { to: given.types } } })
      return { ...webhookOnWire(created!), secret: shown }
    })
  }
}
