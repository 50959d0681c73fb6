import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getSslOrder } from '@nameyard/contracts/orders/get-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sslOrderOnWire } from '../lifecycle/ssl-order-on-wire'
import { sslOrderOf } from '../lifecycle/ssl-order.store'

/** Returns a certificate order. */
@Controller()
export class GetSslOrder {
  constructor(private readonly database: Database) {}

  @Handles(getSslOrder)
  async execute({ id }: Input<typeof getSslOrder>, call: Call): Promise<Result<typeof getSslOrder>> {
    const [order] = await this.database.read(sslOrderOf, { resellerId: resellerOf(call), id })
    return order ? sslOrderOnWire(order) : fail('ssl_order_not_found', { order: id })
  }
}
