import { Injectable } from '@nestjs/common'
import * as catalogue from '@nameyard/contracts/events/catalogue/ssl-order-events'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { sslOrderOnWire } from './ssl-order-on-wire'
import { sslOrderOf } from './ssl-order.store'

const events = {
  ordered: catalogue.sslOrderOrdered,
  'proofs pending': catalogue.sslOrderProofsPending,
  changed: catalogue.sslOrderChanged,
  issued: catalogue.sslOrderIssued,
  renewed: catalogue.sslOrderRenewed,
  reissued: catalogue.sslOrderReissued,
  failed: catalogue.sslOrderFailed,
  'cancellation requested': catalogue.sslOrderCancellationRequested,
  cancelled: catalogue.sslOrderCancelled,
  expiring: catalogue.sslOrderExpiring,
  expired: catalogue.sslOrderExpired,
} as const

/** What the account events tell about certificate orders. */
@Injectable()
export class OrderEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /** Records what has happened to an order, with the order as the transaction leaves it. */
  async tell(
    tx: Tx,
    { id, resellerId }: { readonly id: number; readonly resellerId: number },
    ...happened: readonly (keyof typeof events)[]
  ): Promise<void> {
    const [order] = await tx.query(sslOrderOf, { resellerId, id })
    const {
      additional_data: _proofs,
      csr: _csr,
      email_approver: _approver,
      email_reissue: _reissue,
      ...shown
    } = sslOrderOnWire(order!)
    const { ca_status: _status, ...domain_validation_statuses } = shown.domain_validation_statuses
    const state = { ...shown, domain_validation_statuses }
    for (const what of happened) {
      await this.events.record(tx, events[what], {
        resellerId,
        object: `ssl/orders/${id}`,
        at: this.clock.now(),
        state,
      })
    }
  }
}
