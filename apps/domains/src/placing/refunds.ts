import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import type { Domain } from '../domain/model/domain'

const lastRenewal = statement(
  'domains.last-renewal',
  `select operation_id as "operationId" from registry_operation
   where domain_id = $1 and purpose = 'renew' and state = 'done' and charge is not null
   order by settled_at desc limit 1`,
)

/** What was paid for, done as far as the platform goes, and lost before the registry did its part. */
@Injectable()
export class Refunds {
  constructor(private readonly outbox: Outbox) {}

  /** Gives back what the last renewal of a domain cost. */
  async lastRenewal(tx: Tx, { id }: Pick<Domain, 'id'>): Promise<void> {
    const [renewal] = await tx.query<{ operationId: string }>(lastRenewal, [id])
    if (renewal) await this.outbox.append(tx, refundOrder, { orderId: renewal.operationId })
  }
}
