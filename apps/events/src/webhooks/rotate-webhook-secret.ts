import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { rotateWebhookSecret } from '@nameyard/contracts/events/webhooks/rotate-webhook-secret'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { WebhookSecrets } from '../subscribers/webhook-secrets'
import { lockWebhook, replaceSecret } from '../subscribers/webhook.store'

const HOUR_MS = 3_600_000

@Controller()
export class RotateWebhookSecret {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Handles(rotateWebhookSecret)
  async execute(
    { id, overlap_hours: hours }: Input<typeof rotateWebhookSecret>,
    call: Call,
  ): Promise<Result<typeof rotateWebhookSecret>> {
    const account = resellerOf(call)
    const { shown, stored } = this.secrets.make(account)
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(lockWebhook, { account, id })
      if (!found) fail('webhook_not_found', { id })
      if (found.form === 'legacy') fail('webhook_is_legacy', { id, field: 'signature_secret' })
      const now = this.clock.machineNow()
      const formerUntil = hours === 0 ? null : new Date(now.getTime() + hours * HOUR_MS)
      await tx.query(replaceSecret, { id, ...stored, now, formerUntil })
      return { secret: shown, former_secret_until: printDate(formerUntil) }
    })
  }
}
