import { Controller } from '@nestjs/common'
import { getLegacyWebhook } from '@nameyard/contracts/events/webhooks/get-legacy-webhook'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findLegacy } from '../subscribers/webhook.store'

@Controller()
export class GetLegacyWebhook {
  constructor(private readonly database: Database) {}

  @Handles(getLegacyWebhook)
  async execute({ resellerId }: Input<typeof getLegacyWebhook>): Promise<Result<typeof getLegacyWebhook>> {
    const [found] = await this.database.read(findLegacy, { account: resellerId })
    return found ?? { isEnabled: false, host: '' }
  }
}
