import { Controller, Inject } from '@nestjs/common'
import { deleteCustomer } from '@nameyard/contracts/customers/delete-customer'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { findOrdersOfCustomer } from '@nameyard/contracts/orders/find-orders-of-customer'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { lockCustomer, markCustomerDeleted, type Customer } from './customer.store'

@Controller()
export class DeleteCustomer {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Asks whether a domain or another product uses the customer before the transaction, for a transaction waits for nobody.
   * An order that is placed meanwhile has copied the customer, and a copy holds it until the order has been stored or is
   * given up: whoever finds it unheld afterwards knows that the answers still stand.
   */
  @Handles(deleteCustomer)
  async execute({ handle }: Input<typeof deleteCustomer>, call: Call): Promise<Result<typeof deleteCustomer>> {
    const resellerId = resellerOf(call)
    const askedAt = this.clock.now()
    const [{ domains }, { isUsed }] = await Promise.all([
      this.rpc.call(listDomainsOfHandles, { resellerId, handles: [handle], limit: 1 }, call),
      this.rpc.call(findOrdersOfCustomer, { resellerId, handle }, call),
    ])
    if (domains.length > 0) fail('customer_in_use', { handle })
    if (isUsed) fail('customer_in_product', { handle })
    return this.database.unitOfWork(call, async (tx) => {
      const [customer] = await tx.query<Customer>(lockCustomer, [resellerId, handle])
      if (!customer) fail('customer_not_found', { handle })
      if (customer.snapshot_until && customer.snapshot_until > askedAt) fail('customer_in_order', { handle })
      await tx.query(markCustomerDeleted, [customer.id, this.clock.now()])
      return { success: true }
    })
  }
}
