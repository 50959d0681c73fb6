import { Injectable } from '@nestjs/common'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import type { customerState } from '@nameyard/contracts/events/catalogue/customer-events'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { listed, sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { changedFields } from './model/changed-fields'

/** A customer as a statement with {@link eventCustomerColumns} reads it. */
export interface EventCustomer {
  readonly id: number
  readonly handle: string
  readonly reseller_id: number
  readonly deleted_at: Date | null
  readonly email_status: 'failed' | 'in progress' | 'not verified' | 'verified' | null
}

/** State of the verification of the address of a customer, which other customers may share. */
export const emailStatus = sql`(select status from email_verification
  where email_verification.reseller_id = customer.reseller_id and address = email_folded) as email_status`

/** The columns of the table `customer` that account events show. */
export const eventCustomerColumns = sql`customer.id, customer.handle, customer.reseller_id, customer.deleted_at, ${emailStatus}`

/** How answers name the state of a verification. */
export const verificationStates = {
  'not verified': null,
  'in progress': 'REQ',
  verified: 'ACT',
  failed: 'FAI',
} as const satisfies Record<NonNullable<EventCustomer['email_status']>, WireCustomer['email_verification_status']>

/** The customers for whom verifications were started. */
const ofVerifications = statement<{ ids: readonly number[] }, EventCustomer & { verificationId: number }>(
  'account-events.customers-of-verifications',
  ({ ids }) => sql`
    select ${eventCustomerColumns}, verification.id as "verificationId" from email_verification verification
    join customer on customer.handle = verification.handle and customer.reseller_id = verification.reseller_id
    where verification.id = any(${listed(ids, 'int')}) order by customer.id`,
)

/** What the account events tell about customers. */
@Injectable()
export class CustomerEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Records what has happened to a customer, with the customer as the transaction leaves it.
   * @param columns those that have changed
   * @param request the request that caused it, where the transaction ends the work of several requests
   */
  tell(
    tx: Tx,
    event: AccountEvent<string, typeof customerState>,
    customer: EventCustomer,
    columns: readonly string[] = [],
    request = tx.correlationId,
  ): Promise<void> {
    const { id, handle, reseller_id, deleted_at, email_status } = customer
    const state = {
      id,
      handle,
      reseller_id,
      email_verification_status: email_status && verificationStates[email_status],
      is_deleted: deleted_at !== null,
      deleted_at: printDate(deleted_at),
      changed: changedFields(columns),
    }
    const object = `customers/${handle}`
    return this.events.record(tx, event, { resellerId: reseller_id, object, at: this.clock.now(), state, request })
  }

  /**
   * Records a step of verifications, each about the customer for whom it was started. Others may have the same address.
   * @param requests the requests that caused it by verification, where the transaction ends the work of several ones
   */
  async tellOfVerifications(
    tx: Tx,
    event: AccountEvent<string, typeof customerState>,
    verificationIds: readonly number[],
    requests: ReadonlyMap<number, string> = new Map(),
  ): Promise<void> {
    if (verificationIds.length === 0) return
    const customers = await tx.query(ofVerifications, { ids: verificationIds })
    for (const { verificationId, ...customer } of customers) {
      await this.tell(tx, event, customer, ['email_verification_status'], requests.get(verificationId))
    }
  }
}
