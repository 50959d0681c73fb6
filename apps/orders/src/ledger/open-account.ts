import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { openAccount } from '@nameyard/contracts/orders/open-account'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { insertAccount } from './account.store'

/** Opens the ledger account of a new reseller, unless its first payment or order has already done so. */
@Controller()
export class OpenAccount {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(openAccount)
  async on({ resellerId, currency }: Payload<typeof openAccount>): Promise<void> {
    await this.database.read(insertAccount, { resellerId, currency, now: this.clock.now() })
  }
}
