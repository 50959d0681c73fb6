import { Refusal } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import { orderDmarc } from '@nameyard/contracts/orders/order-dmarc'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { DmarcMoney } from './dmarc-money'
import { DmarcPlacing } from './dmarc-placing'

const CONSUMER = 'dmarc-orders.order'

/** Orders e-mail DMARC for a domain that was ordered with it, once. The domain may still be on its way. */
@Controller()
export class OnOrderDmarc {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly money: DmarcMoney,
    private readonly placing: DmarcPlacing,
  ) {}

  @Consumes(orderDmarc)
  async on(
    { resellerId, domainId, domain: { name: label, extension }, ownerHandle }: Payload<typeof orderDmarc>,
    { messageId, correlationId }: Delivery,
  ): Promise<void> {
    const name = `${label}.${extension}`
    const ordered = { resellerId, domainId, name, label, extension, ownerHandle }
    const once = (act: (tx: Tx) => Promise<unknown>) =>
      this.database.unitOfWork({ correlationId }, (tx) =>
        this.outbox.once(tx, messageId, CONSUMER, async () => void (await act(tx))),
      )
    try {
      const charge = await this.money.price(resellerId, 'create', name)
      await once((tx) => this.placing.place(tx, ordered, charge))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Somebody has ordered it by itself meanwhile: there is what was wanted.
      const isThere = error.refusal === 'dmarc_order_active'
      await once(async (tx) => isThere || this.placing.refuse(tx, ordered, error.message))
    }
  }
}
