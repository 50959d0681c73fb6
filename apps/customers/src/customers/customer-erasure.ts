import { Injectable } from '@nestjs/common'
import { customerErased } from '@nameyard/contracts/customers/customer-erased'
import { customerDataErased, customerDeleted } from '@nameyard/contracts/events/catalogue/customer-events'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents } from '../account-events/customer-events'
import { forgetAddress } from '../email-verification/email-verification.store'
import { forgetMails } from '../mail/sent-mail.store'
import { eraseCustomer, type Customer } from './customer.store'

/** Erases the data of deleted customers, here and by an event in the other services. */
@Injectable()
export class CustomerErasure {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: CustomerEvents,
  ) {}

  async erase(
    tx: Tx,
    customer: Pick<Customer, 'deleted_at' | 'email_folded' | 'handle' | 'id' | 'reseller_id'>,
  ): Promise<void> {
    const { id, handle, reseller_id: resellerId, email_folded: address } = customer
    const now = this.clock.now()
    const [erased] = await tx.query(eraseCustomer, { id, now, deletedAt: customer.deleted_at ?? now })
    await tx.query(forgetAddress, { resellerId, handle, address })
    await tx.query(forgetMails, { resellerId, address })
    await this.events.tell(tx, customer.deleted_at ? customerDataErased : customerDeleted, erased!)
    await this.outbox.append(tx, customerErased, { resellerId, handle, erasedAt: now.toISOString() })
  }
}
