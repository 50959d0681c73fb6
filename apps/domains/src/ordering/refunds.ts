import { Injectable } from '@nestjs/common'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Domain } from '../lifecycle/model/domain'

/**
 * Also finds the renewal in the rows that the domain had in other accounts: one row ends at the instant at which the
 * next begins.
 */
const lastRenewal = statement<Pick<Domain, 'id'>, { readonly operationId: string }>(
  'domains.last-renewal',
  ({ id }) => sql`
    with recursive held as (
      select id, name, ordered_at from domain where id = ${id}
      union all
      select before.id, before.name, before.ordered_at from held
        join domain before on before.name = held.name and before.id < held.id and before.phase = 'transferredAway'
          and before.deleted_at = held.ordered_at)
    select operation_id as "operationId" from registry_operation join held on held.id = domain_id
    where purpose = 'renew' and state = 'done' and charge is not null
    order by settled_at desc limit 1`,
)

/** Refunds of renewals that were paid in advance, where the domain ended before the registry renewed it. */
@Injectable()
export class Refunds {
  constructor(private readonly outbox: Outbox) {}

  /** Refunds the last renewal of a domain to the account that paid it. */
  async lastRenewal(tx: Tx, { id }: Pick<Domain, 'id'>): Promise<void> {
    const [renewal] = await tx.query(lastRenewal, { id })
    if (renewal) await this.outbox.append(tx, refundOrder, { orderId: renewal.operationId })
  }
}
