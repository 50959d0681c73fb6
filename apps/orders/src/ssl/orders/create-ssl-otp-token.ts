import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createSslOtpToken } from '@nameyard/contracts/orders/create-ssl-otp-token'
import { openSslLink } from '@nameyard/contracts/orders/open-ssl-link'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { sslOrderOnWire } from './ssl-order-on-wire'
import { sslOrderColumns, type SslOrder } from './ssl-order.store'

/** `$1` hash, `$2` account, `$3` order, `$4` end, `$5` now: links that are over go with the next one that is made. */
const insertLink = statement(
  'ssl.insert-link',
  `with over as (delete from ssl_link where expires_at < $5)
   insert into ssl_link (hash, ssl_order_id, expires_at)
   select $1, id, $4 from ssl_order where reseller_id = $2 and id = $3 returning ssl_order_id`,
)
const orderOfLink = statement(
  'ssl.order-of-link',
  `select ${sslOrderColumns} from ssl_order o join ssl_link l on l.ssl_order_id = o.id
   where l.hash = $1 and l.expires_at > $2`,
)

/** Makes a link that shows one order for a while. It is kept as its hash: whoever reads the table can open none. */
@Controller()
export class CreateSslOtpToken {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  @Handles(createSslOtpToken)
  async execute({ id }: Input<typeof createSslOtpToken>, call: Call): Promise<Result<typeof createSslOtpToken>> {
    const token = randomBytes(24).toString('base64url')
    const now = this.clock.now()
    const expiresAt = new Date(now.getTime() + this.config.SSL_LINK_MINUTES * 60_000)
    const made = await this.database.read(insertLink, [hashOf(token), resellerOf(call), id, expiresAt, now])
    if (made.length === 0) return fail('ssl_order_not_found', { order: id })
    const uri = new URL(`/certificate/${token}`, this.config.PUBLIC_URL).toString()
    return { uri, token, expire_at: printDate(expiresAt) }
  }
}

/** Reads the order behind such a link. */
@Controller()
export class OpenSslLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(openSslLink)
  async execute({ token }: Input<typeof openSslLink>): Promise<Result<typeof openSslLink>> {
    const [order] = await this.database.read<SslOrder>(orderOfLink, [hashOf(token), this.clock.now()])
    return order ? sslOrderOnWire(order) : fail('ssl_order_not_found', { order: 'of this link' })
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
