import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { openSslLink } from '@nameyard/contracts/orders/open-ssl-link'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { hashOf, orderOfLink } from './ssl-link.store'
import { sslOrderOnWire } from './ssl-order-on-wire'

/** Returns the order behind a link. Refuses unknown and expired links. */
@Controller()
export class OpenSslLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(openSslLink)
  async execute({ token }: Input<typeof openSslLink>): Promise<Result<typeof openSslLink>> {
    const [order] = await this.database.read(orderOfLink, { hash: hashOf(token), now: this.clock.now() })
    return order ? sslOrderOnWire(order) : fail('ssl_order_not_found', { order: 'of this link' })
  }
}
