import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** A placed order of e-mail DMARC, by its number. */
export interface PlacedDmarcOrder {
  readonly id: number
}

const undisturbed = statement<{ id: number; isRetry: boolean }>(
  'dmarc.undisturbed-order',
  ({ id, isRetry }) =>
    sql`select from dmarc_order where id = ${id} and status in ('REQ', 'ACT') and (round = 1 or ${isRetry})`,
)

/** Checks whether the first reply to an order of e-mail DMARC still describes it. */
@Injectable()
export class DmarcReplyCheck {
  constructor(private readonly database: Database) {}

  /** Returns whether the order is live and was not retried. For the reply to a retry, earlier retries do not count. */
  async isStillTrue({ id }: PlacedDmarcOrder, { isRetry }: { readonly isRetry: boolean }): Promise<boolean> {
    return (await this.database.read(undisturbed, { id, isRetry })).length > 0
  }
}
