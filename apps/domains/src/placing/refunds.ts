import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import type { Domain } from '../domain/model/domain'

/** Of the domain, or of what it was in another account: the instant in which it left there it came here. */
const lastRenewal = statement(
  'domains.last-renewal',
  `with recursive held as (
     select id, name, ordered_at from domain where id = $1
     union all
     select before.id, before.name, before.ordered_at from held
       join domain before on before.name = held.name and before.id < held.id and before.phase = 'left'
         and before.deleted_at = held.ordered_at)
   select operation_id as "operationId" from registry_operation join held on held.id = domain_id
   where purpose = 'renew' and state = 'done' and charge is not null
   order by settled_at desc limit 1`,
)

/** What was paid for, done as far as the platform goes, and lost before the registry did its part. */
@Injectable()
export class Refunds {
  constructor(private readonly outbox: Outbox) {}

  /** Gives back what the last renewal of a domain cost, to the account that paid it. */
  async lastRenewal(tx: Tx, { id }: Pick<Domain, 'id'>): Promise<void> {
    const [renewal] = await tx.query<{ operationId: string }>(lastRenewal, [id])
    if (renewal) await this.outbox.append(tx, refundOrder, { orderId: renewal.operationId })
  }
}
