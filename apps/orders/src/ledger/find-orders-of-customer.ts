import type { Input, Result } from '@nameyard/contracts/operation'
import { findOrdersOfCustomer } from '@nameyard/contracts/orders/find-orders-of-customer'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'

/** `$1` account, `$2` handle: an order that lives names it. */
const ordersOfCustomer = statement(
  'orders.of-customer',
  `select exists (
     select from ssl_order where reseller_id = $1 and status in ('PAI', 'REQ', 'ACT')
       and $2 in (organization_handle, technical_handle)
     union all
     select from dmarc_order where reseller_id = $1 and status in ('REQ', 'ACT') and owner_handle = $2
   ) as "isUsed"`,
)

/** Tells whether what is sold beside names uses a customer, for whoever keeps those. */
@Controller()
export class FindOrdersOfCustomer {
  constructor(private readonly database: Database) {}

  @Handles(findOrdersOfCustomer)
  async execute({
    resellerId,
    handle,
  }: Input<typeof findOrdersOfCustomer>): Promise<Result<typeof findOrdersOfCustomer>> {
    const [found] = await this.database.read<{ isUsed: boolean }>(ordersOfCustomer, [resellerId, handle])
    return found!
  }
}
