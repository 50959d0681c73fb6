import { randomBytes } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createSslOtpToken } from '@nameyard/contracts/orders/create-ssl-otp-token'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { LinkMakers } from '../../link-makers/link-makers'
import { hashOf, insertLink } from './ssl-link.store'

/** Creates a temporary link that shows one order. Only its hash is stored, so that a copy of the table opens no page. */
@Controller()
export class CreateSslOtpToken {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: LinkMakers,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  @Handles(createSslOtpToken)
  async execute({ id }: Input<typeof createSslOtpToken>, call: Call): Promise<Result<typeof createSslOtpToken>> {
    const token = randomBytes(24).toString('base64url')
    const now = this.clock.now()
    const expiresAt = new Date(now.getTime() + this.config.SSL_LINK_MINUTES * 60_000)
    const { contactId, username } = call.actor ?? fail('authentication_failed')
    const stamp = await this.makers.stampOf(createSslOtpToken, call)
    const made = await this.database.read(insertLink, {
      hash: hashOf(token),
      resellerId: resellerOf(call),
      id,
      contactId,
      username,
      stamp,
      expiresAt,
      now,
    })
    if (made.length === 0) return fail('ssl_order_not_found', { order: id })
    const uri = new URL(`/certificate/${token}`, this.config.PUBLIC_URL).toString()
    return { uri, token, expire_at: printDate(expiresAt) }
  }
}
