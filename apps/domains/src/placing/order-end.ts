import { fail, type OrderDetails } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import type { RegistryOperation } from '../domain/registry-operation.store'
import type { Domain } from '../domain/model/domain'
import { wordsOf } from '../domain/model/order-refusal'
import { PaidOrders } from './paid-orders'

/** An order that was placed at a registry. */
export interface PlacedOrder {
  readonly operationId: string
}

type Shown = Pick<
  Domain,
  'activatedAt' | 'authCode' | 'createdAt' | 'expiresAt' | 'failureReason' | 'id' | 'name' | 'phase' | 'renewsAt'
>

/** A domain behind an order, and what became of the order. */
interface Ended
  extends
    Record<string, unknown>,
    Shown,
    Pick<RegistryOperation, 'operationId' | 'reason' | 'reasonCode' | 'reasonSubject' | 'refusal' | 'state'> {}

const endOf = statement(
  'domains.order-end',
  `select d.id, d.name, d.phase, d.auth_code as "authCode", d.created_at as "createdAt",
     d.activated_at as "activatedAt", d.expires_at as "expiresAt", d.renews_at as "renewsAt",
     d.failure_reason as "failureReason", o.operation_id as "operationId", o.state, o.reason,
     o.reason_code as "reasonCode", o.reason_subject as "reasonSubject", o.refusal
   from registry_operation o join domain d on d.id = o.domain_id where o.operation_id = $1`,
)

/** How orders end, as far as a caller waits for it. */
@Injectable()
export class OrderEnds {
  constructor(
    private readonly database: Database,
    private readonly orders: PaidOrders,
  ) {}

  /**
   * Waits a short time, and returns the state that was reached. What the registry has refused by then is refused: the row
   * of the domain stays, and the refusal names it.
   */
  async of({ operationId }: PlacedOrder, call: Call): Promise<Ended> {
    await this.orders.awaitAnswer(operationId, call)
    const ended = await this.read(operationId)
    if (ended.state === 'refused' || ended.state === 'failed') refuse(ended, call)
    return ended
  }

  /** As `of`, for an order that brings a name here: one that has failed for another reason has no success to show. */
  async ofName(placed: PlacedOrder, call: Call): Promise<Ended> {
    const ended = await this.of(placed, call)
    return ended.phase === 'failed' ? failed(ended) : ended
  }

  /** Waits a short time for an order to be withdrawn, and tells the phase that was reached. */
  async withdrawn({ operationId }: PlacedOrder, call: Call): Promise<Domain['phase']> {
    await this.orders.awaitEnd(operationId, call)
    return (await this.read(operationId)).phase
  }

  private async read(operationId: string): Promise<Ended> {
    const [ended] = await this.database.read<Ended>(endOf, [operationId])
    if (!ended) throw new Error(`order ${operationId} was placed and is gone`)
    return ended
  }
}

/** Refuses an order that came to nothing without a word of the registry: it was not paid, not authorized or given up. */
export function failed({ id, name, failureReason }: Pick<Domain, 'failureReason' | 'id' | 'name'>): never {
  return fail('order_failed', { domain: name, reason: failureReason ?? 'It was given up', domainId: id })
}

function refuse(
  { id, name, state, operationId, reason, reasonCode, reasonSubject, refusal }: Ended,
  call: Call,
): never {
  const text = reason ?? 'no reason was given'
  const order: OrderDetails = {
    domainId: id,
    operationId,
    ...(reasonCode != null && { registryCode: reasonCode }),
    ...(reason !== null && { registryText: wordsOf({ text: reason, subject: reasonSubject ?? undefined }) }),
  }
  const { correlationId } = call
  return fail(refusal ?? (state === 'refused' ? 'registry_refused' : 'registry_unavailable'), {
    domain: name,
    // A host or contact is known by its name alone.
    object: reasonSubject?.split(' ').at(-1) ?? name,
    reason: text,
    correlationId,
    ...order,
  })
}
