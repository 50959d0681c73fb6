import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { findOrdersOfCustomer } from '@nameyard/contracts/orders/find-orders-of-customer'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

const ordersOfCustomer = statement<{ resellerId: number; handle: string }, { isUsed: boolean }>(
  'orders.of-customer',
  ({ resellerId, handle }) => sql`
    select exists (
      select from ssl_order where reseller_id = ${resellerId} and status in ('PAI', 'REQ', 'ACT')
        and ${handle} in (organization_handle, technical_handle)
      union all
      select from dmarc_order where reseller_id = ${resellerId} and status in ('REQ', 'ACT')
        and owner_handle = ${handle}
    ) as "isUsed"`,
)

/** Returns whether a live order of a certificate or of e-mail DMARC names a customer, so that it cannot be deleted. */
@Controller()
export class FindOrdersOfCustomer {
  constructor(private readonly database: Database) {}

  @Handles(findOrdersOfCustomer)
  async execute({
    resellerId,
    handle,
  }: Input<typeof findOrdersOfCustomer>): Promise<Result<typeof findOrdersOfCustomer>> {
    const [found] = await this.database.read(ordersOfCustomer, { resellerId, handle })
    return found!
  }
}
