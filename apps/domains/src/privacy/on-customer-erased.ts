import { Controller } from '@nestjs/common'
import { customerErased } from '@nameyard/contracts/customers/customer-erased'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { eraseFromEnded } from './person.store'

/** Erases what failed orders and gone domains have about a deleted customer. A live domain never names one. */
@Controller()
export class OnCustomerErased {
  constructor(private readonly database: Database) {}

  @Consumes(customerErased)
  async on({ resellerId, handle }: Payload<typeof customerErased>): Promise<void> {
    await this.database.read(eraseFromEnded, { resellerId, handle })
  }
}
