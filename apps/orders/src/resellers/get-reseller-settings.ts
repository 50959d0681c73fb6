import { Controller } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { listTags } from '@nameyard/contracts/customers/list-tags'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getResellerSettings } from '@nameyard/contracts/orders/get-reseller-settings'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { MAX_TAGS, settingsOnWire, resellerSummary } from './reseller-summary'
import { webhookSettings } from './webhook-settings'

@Controller()
export class GetResellerSettings {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(getResellerSettings)
  async execute(_: Input<typeof getResellerSettings>, call: Call): Promise<Result<typeof getResellerSettings>> {
    const id = resellerOf(call)
    const [account, [row], tags, webhook] = await Promise.all([
      this.rpc.call(getAccount, { resellerId: id }, call),
      this.database.read(resellerSummary, { resellerId: id, now: this.clock.now(), withOrders: false }),
      this.rpc.call(listTags, { limit: MAX_TAGS }, call),
      webhookSettings(this.rpc, id, call),
    ])
    return settingsOnWire(row!, account, tags, webhook)
  }
}
