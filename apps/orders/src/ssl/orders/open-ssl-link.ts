import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createSslOtpToken } from '@nameyard/contracts/orders/create-ssl-otp-token'
import { openSslLink } from '@nameyard/contracts/orders/open-ssl-link'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { actorOf, LinkMakers } from '../../link-makers/link-makers'
import { sslOrderOnWire } from '../lifecycle/ssl-order-on-wire'
import { hashOf, orderOfLink, removeEndedLink } from './ssl-link.store'

/**
 * Returns the order behind a link. Refuses unknown and expired links, and deletes those whose maker may not make links any
 * more.
 */
@Controller()
export class OpenSslLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: LinkMakers,
  ) {}

  @Handles(openSslLink)
  async execute({ token }: Input<typeof openSslLink>, call: Call): Promise<Result<typeof openSslLink>> {
    const hash = hashOf(token)
    const [order] = await this.database.read(orderOfLink, { hash, now: this.clock.now() })
    if (!order) fail('ssl_order_not_found', { order: 'of this link' })
    if (!(await this.makers.mayStill(createSslOtpToken, order, call))) {
      await this.database.read(removeEndedLink, { hash })
      fail('ssl_order_not_found', { order: 'of this link' })
    }
    tellAudit(call, { resellerId: order.resellerId, subject: `ssl order ${order.id}`, ...actorOf(order) })
    return sslOrderOnWire(order)
  }
}
