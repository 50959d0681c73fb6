import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'

/** A certificate order as it was placed. */
export interface PlacedSslOrder {
  readonly id: number
  /** Number of its reservation. */
  readonly orderId: string
  /** The revision that it left. */
  readonly revision: number
}

const undisturbed = statement(
  'ssl.undisturbed-order',
  `select from ssl_order o join ssl_purchase p on p.ssl_order_id = o.id
   where p.order_id = $1 and p.released_at is null and p.refunded_at is null
     and (o.revision = $2 or o.revision = $2 + 1 and o.work = 'nothing' and o.status = 'ACT')`,
)

/** Tells whether the first answer of a certificate order is still true. */
@Injectable()
export class SslOrderTruth {
  constructor(private readonly database: Database) {}

  /** Whether the order has not failed, and nothing but the CA, which has issued it, has changed it since. */
  async isStillTrue({ orderId, revision }: PlacedSslOrder): Promise<boolean> {
    return (await this.database.read(undisturbed, [orderId, revision])).length > 0
  }
}
