import type { Payload } from '@nameyard/contracts/event'
import { openAccount } from '@nameyard/contracts/orders/open-account'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { insertAccount } from './account.store'

/** Opens the books of a new reseller; the first payment or order may have done so before. */
@Controller()
export class OpenAccount {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(openAccount)
  async on({ resellerId, currency }: Payload<typeof openAccount>): Promise<void> {
    await this.database.read(insertAccount, [resellerId, currency, this.clock.now()])
  }
}
