import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import type { RegistryOperation } from '../domain/domain.store'
import type { Domain } from '../domain/model/domain'
import { PaidOrders } from './paid-orders'

/** An order on a domain that was there before. */
export interface PlacedOrder {
  readonly operationId: string
}

/** A domain behind an order, and what became of the order. */
interface Ended extends Record<string, unknown>, Pick<Domain, 'expiresAt' | 'name' | 'phase' | 'renewsAt'> {
  readonly state: RegistryOperation['state']
  readonly reason: string | null
  readonly refusal: string | null
  readonly createdAt: Date | null
}

const endOf = statement(
  'domains.order-end',
  `select d.name, d.phase, d.created_at as "createdAt", d.expires_at as "expiresAt", d.renews_at as "renewsAt",
     o.state, o.reason, o.refusal
   from registry_operation o join domain d on d.id = o.domain_id where o.operation_id = $1`,
)

/** Refusals that say more than that the registry said no. */
const told = ['renewal_ineligible', 'domain_unknown_to_registry', 'domain_elsewhere'] as const

function isTold(refusal: string | null): refusal is (typeof told)[number] {
  return told.some((each) => each === refusal)
}

/** How orders on a domain end, as far as a caller waits for it. */
@Injectable()
export class OrderEnds {
  constructor(
    private readonly database: Database,
    private readonly orders: PaidOrders,
  ) {}

  /** Waits a short time, and tells the state that was reached; what the registry has refused by then is refused. */
  async of({ operationId }: PlacedOrder, call: Call): Promise<Ended> {
    await this.orders.awaitAnswer(operationId, call)
    const ended = await this.read(operationId)
    const { state, name: domain, reason, refusal } = ended
    if (state === 'refused' && isTold(refusal)) fail(refusal, { domain })
    if (state === 'refused' || state === 'failed')
      fail('registry_refused', { domain, reason: reason ?? 'without a reason' })
    return ended
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
