import { Injectable } from '@nestjs/common'
import { fail, type OrderDetails } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import type { Domain } from '../lifecycle/model/domain'
import { AwaitedOperations } from '../registry/awaited-operations'
import { wordsOf } from '../registry/model/order-refusal'
import type { RegistryOperation } from '../registry/registry-operation.store'

/** An order that was placed at a registry. */
export interface PlacedOrder {
  readonly operationId: string
}

/** What the transaction of an order returned. The operation is null while a transfer waits for its day or registrant. */
interface Placed {
  readonly domainId?: number
  readonly operationId: string | null
}

type Shown = Pick<
  Domain,
  'activatedAt' | 'authCode' | 'createdAt' | 'expiresAt' | 'failureReason' | 'id' | 'name' | 'phase' | 'renewsAt'
>

/** The domain of an order with its auth code opened, and the state of the order. */
interface OrderOutcome
  extends
    Shown,
    Pick<RegistryOperation, 'operationId' | 'reason' | 'reasonCode' | 'reasonSubject' | 'refusal' | 'state'> {}

const outcome = statement<PlacedOrder, OrderOutcome>(
  'domains.order-outcome',
  ({ operationId }) => sql`
    select d.id, d.name, d.phase, d.auth_code as "authCode", d.created_at as "createdAt",
      d.activated_at as "activatedAt", d.expires_at as "expiresAt", d.renews_at as "renewsAt",
      d.failure_reason as "failureReason", o.operation_id as "operationId", o.state, o.reason,
      o.reason_code as "reasonCode", o.reason_subject as "reasonSubject", o.refusal
    from registry_operation o join domain d on d.id = o.domain_id where o.operation_id = ${operationId}`,
)

const unchangedSinceOperation = statement<PlacedOrder>(
  'domains.unchanged-since-operation',
  ({ operationId }) => sql`
    select from registry_operation o join domain d on d.id = o.domain_id
    where o.operation_id = ${operationId} and o.state not in ('refused', 'failed') and d.version = o.domain_version`,
)

/** Every domain begins with version 1. */
const unchangedSinceOrder = statement<Pick<Placed, 'domainId'>>(
  'domains.unchanged-since-order',
  ({ domainId }) => sql`select from domain where id = ${domainId} and version = 1`,
)

/** Reads what became of orders that were placed. */
@Injectable()
export class PlacedOrders {
  constructor(
    private readonly database: Database,
    private readonly operations: AwaitedOperations,
    private readonly codes: AuthCodeCipher,
  ) {}

  /**
   * Waits a bounded time for the registry and returns the domain and state reached. Refuses what the registry has refused
   * by then; the row of the domain stays, and the refusal names it.
   */
  async outcomeOf({ operationId }: PlacedOrder, call: Call): Promise<OrderOutcome> {
    await this.operations.awaitAnswer(operationId, call)
    const reached = await this.read(operationId)
    if (reached.state === 'refused' || reached.state === 'failed') refuse(reached, call)
    return reached
  }

  /** Like `outcomeOf`, for a create or transfer. Also refuses an order that failed for another reason. */
  async outcomeOfName(placed: PlacedOrder, call: Call): Promise<OrderOutcome> {
    const reached = await this.outcomeOf(placed, call)
    return reached.phase === 'failed' ? refuseFailed(reached) : reached
  }

  /** Waits a bounded time until an order is withdrawn, and returns the phase of its domain. */
  async phaseAfterWithdrawal({ operationId }: PlacedOrder, call: Call): Promise<Domain['phase']> {
    await this.operations.awaitEnd(operationId, call)
    return (await this.read(operationId)).phase
  }

  /**
   * Whether the first reply to an order still describes its domain: the order has not failed, and only the order, the
   * registry's answer to it and the consequences of that have changed the domain since.
   */
  async isStillTrue({ operationId, domainId }: Placed): Promise<boolean> {
    const found =
      operationId === null
        ? await this.database.read(unchangedSinceOrder, { domainId })
        : await this.database.read(unchangedSinceOperation, { operationId })
    return found.length > 0
  }

  private async read(operationId: string): Promise<OrderOutcome> {
    const [reached] = await this.database.read(outcome, { operationId })
    if (!reached) throw new Error(`order ${operationId} was placed, but it has no row`)
    return { ...reached, authCode: this.codes.open(reached.name, reached.authCode) }
  }
}

/** Refuses an order that failed without an answer of the registry: unpaid, not authorized or abandoned. */
export function refuseFailed({ id, name, failureReason }: Pick<Domain, 'failureReason' | 'id' | 'name'>): never {
  return fail('order_failed', { domain: name, reason: failureReason ?? 'It was given up', domainId: id })
}

function refuse(
  { id, name, state, operationId, reason, reasonCode, reasonSubject, refusal }: OrderOutcome,
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
    // The subject of a host or contact is its kind and its name: only the name is shown.
    object: reasonSubject?.split(' ').at(-1) ?? name,
    reason: text,
    correlationId,
    ...order,
  })
}
