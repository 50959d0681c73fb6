import { Inject, Injectable } from '@nestjs/common'
import * as catalogue from '@nameyard/contracts/events/catalogue/dmarc-order-events'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { dmarcOrderOnWire } from './dmarc-order-on-wire'
import type { DmarcOrderRow } from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import type { DmarcEvent } from './model/dmarc-order-lifecycle'

const events = {
  placed: catalogue.dmarcOrderOrdered,
  retried: catalogue.dmarcOrderOrdered,
  activated: catalogue.dmarcOrderActivated,
  failed: catalogue.dmarcOrderFailed,
  renewed: catalogue.dmarcOrderRenewed,
  expired: catalogue.dmarcOrderExpired,
  deleted: catalogue.dmarcOrderDeleted,
} as const satisfies Record<DmarcEvent | 'placed', unknown>

/** What the account events tell about e-mail DMARC orders. */
@Injectable()
export class DmarcEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  /** Records what has happened to an order. The row is the order after it. */
  tell(tx: Tx, resellerId: number, order: DmarcOrderRow, happened: keyof typeof events): Promise<void> {
    return this.events.record(tx, events[happened], {
      resellerId,
      object: `easydmarcs/${order.id}`,
      at: this.clock.now(),
      state: dmarcOrderOnWire(order, this.provider),
    })
  }
}
