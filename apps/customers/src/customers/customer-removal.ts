import { Inject, Injectable } from '@nestjs/common'
import { findRegistrationOfCustomer } from '@nameyard/contracts/domains/find-registration-of-customer'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import { fail } from '@nameyard/contracts/errors'
import { customerDeleted } from '@nameyard/contracts/events/catalogue/customer-events'
import type { Call } from '@nameyard/contracts/operation'
import { findOrdersOfCustomer } from '@nameyard/contracts/orders/find-orders-of-customer'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents } from '../account-events/customer-events'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { CustomerErasure } from './customer-erasure'
import { keepDeleted, lockCustomer, untag } from './customer.store'

const DAY_MS = 86_400_000

/** Deletes customers that nothing uses. */
@Injectable()
export class CustomerRemoval {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly erasure: CustomerErasure,
    private readonly clock: Clock,
    private readonly events: CustomerEvents,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /**
   * Asks the other services before the transaction whether a domain or product uses the customer, because a transaction
   * must not wait for other services. An order that is placed meanwhile has copied the customer, and a copied customer
   * is held. So if the customer is not held, the answers are still valid. The data are erased at once, or later when the
   * customer was the registrant of a domain until lately. Returns until when they stay, or null.
   * @param record adds to the transaction
   */
  async remove(
    { resellerId, handle }: { readonly resellerId: number; readonly handle: string },
    call: Call,
    record?: (tx: Tx) => Promise<void>,
  ): Promise<Date | null> {
    const askedAt = this.clock.now()
    const [{ domains }, { isUsed }, { endedAt }] = await Promise.all([
      this.rpc.call(listDomainsOfHandles, { resellerId, handles: [handle], limit: 1 }, call),
      this.rpc.call(findOrdersOfCustomer, { resellerId, handle }, call),
      this.rpc.call(findRegistrationOfCustomer, { resellerId, handle }, call),
    ])
    if (domains.length > 0) fail('customer_in_use', { handle })
    if (isUsed) fail('customer_in_product', { handle })
    const keptUntil =
      endedAt === null ? 0 : new Date(endedAt).getTime() + this.config.RETENTION_REGISTRANTS_DAYS * DAY_MS
    return this.database.unitOfWork(call, async (tx) => {
      const [customer] = await tx.query(lockCustomer, { resellerId, handle })
      if (!customer) fail('customer_not_found', { handle })
      if (customer.snapshot_until && customer.snapshot_until > askedAt) fail('customer_in_order', { handle })
      const now = this.clock.now()
      const until = keptUntil > now.getTime() ? new Date(keptUntil) : null
      if (until) {
        const [deleted] = await tx.query(keepDeleted, { id: customer.id, now, until })
        await this.events.tell(tx, customerDeleted, deleted!)
      } else await this.erasure.erase(tx, customer)
      await tx.query(untag, { id: customer.id })
      await record?.(tx)
      return until
    })
  }
}
