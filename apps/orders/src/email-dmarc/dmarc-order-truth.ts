import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'

/** An order of e-mail DMARC as it was placed: the answer to its request has its number. */
export interface PlacedDmarcOrder {
  readonly id: number
}

const undisturbed = statement(
  'dmarc.undisturbed-order',
  `select from dmarc_order where id = $1 and status in ('REQ', 'ACT') and (round = 1 or $2)`,
)

/** Tells whether the first answer of an order of e-mail DMARC is still true. */
@Injectable()
export class DmarcOrderTruth {
  constructor(private readonly database: Database) {}

  /** Whether an order is alive and was not ordered again since; one that was retried may have been before. */
  async isStillTrue({ id }: PlacedDmarcOrder, { isRetry }: { readonly isRetry: boolean }): Promise<boolean> {
    return (await this.database.read(undisturbed, [id, isRetry])).length > 0
  }
}
