import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** A placed certificate order. */
export interface PlacedSslOrder {
  readonly id: number
  /** Id of its reservation. */
  readonly orderId: string
  /** The revision after it was placed. */
  readonly revision: number
}

const undisturbed = statement<{ orderId: string; revision: number }>(
  'ssl.undisturbed-order',
  ({ orderId, revision }) => sql`
    select from ssl_order o join ssl_purchase p on p.ssl_order_id = o.id
    where p.order_id = ${orderId} and p.released_at is null and p.refunded_at is null
      and (o.revision = ${revision} or o.revision = ${revision} + 1 and o.work = 'nothing' and o.status = 'ACT')`,
)

/** Checks whether the first reply to a certificate order still describes it. */
@Injectable()
export class SslReplyCheck {
  constructor(private readonly database: Database) {}

  /** Returns whether the order has not failed, and only its issuance has changed it. */
  async isStillTrue({ orderId, revision }: PlacedSslOrder): Promise<boolean> {
    return (await this.database.read(undisturbed, { orderId, revision })).length > 0
  }
}
