import { Controller } from '@nestjs/common'
import { Refusal } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import { orderDmarc } from '@nameyard/contracts/orders/order-dmarc'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { DmarcCharges } from './dmarc-charges'
import { DmarcOrderPlacement } from './dmarc-order-placement'

const CONSUMER = 'dmarc-orders.order'

/** Orders e-mail DMARC for a domain that was ordered with it, once. The domain may not be registered yet. */
@Controller()
export class OnOrderDmarc {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly charges: DmarcCharges,
    private readonly placement: DmarcOrderPlacement,
  ) {}

  @Consumes(orderDmarc)
  async on(
    { resellerId, domainId, domain: { name: label, extension }, ownerHandle, spender }: Payload<typeof orderDmarc>,
    { messageId, correlationId }: Delivery,
  ): Promise<void> {
    const name = `${label}.${extension}`
    const ordered = { resellerId, domainId, name, label, extension, ownerHandle }
    const once = (act: (tx: Tx) => Promise<unknown>) =>
      this.database.unitOfWork({ correlationId }, (tx) =>
        this.outbox.once(tx, messageId, CONSUMER, async () => void (await act(tx))),
      )
    try {
      const charge = await this.charges.price(resellerId, 'create', name)
      await once((tx) => this.placement.place(tx, ordered, charge, spender))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A live order exists already, so there is nothing left to order.
      const isThere = error.refusal === 'dmarc_order_active'
      await once(async (tx) => isThere || this.placement.refuse(tx, ordered, error.message))
    }
  }
}
