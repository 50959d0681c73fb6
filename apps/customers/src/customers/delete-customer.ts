import { Controller } from '@nestjs/common'
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
import { forgetAddress } from '../email-verification/email-verification.store'
import { eraseCustomer, lockCustomer, untag } from './customer.store'

@Controller()
export class DeleteCustomer {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the other services before the transaction whether a domain or product uses the customer, because a transaction
   * must not wait for other services. An order that is placed meanwhile has copied the customer, and a copied customer
   * is held. So if the customer is not held, the answers are still valid. Nothing has a duty to keep the data then: they
   * are erased at once.
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
      const [customer] = await tx.query(lockCustomer, { resellerId, handle })
      if (!customer) fail('customer_not_found', { handle })
      if (customer.snapshot_until && customer.snapshot_until > askedAt) fail('customer_in_order', { handle })
      await tx.query(eraseCustomer, { id: customer.id, now: this.clock.now() })
      await tx.query(untag, { id: customer.id })
      await tx.query(forgetAddress, { resellerId, handle, address: customer.email_folded })
      return { success: true }
    })
  }
}
