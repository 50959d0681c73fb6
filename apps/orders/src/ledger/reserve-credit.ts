import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { Handles } from '@nameyard/messaging/handles'
import { KeyedBatcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Decision } from './model/reserving'
import { MoneyEvents } from './money-events'
import { refusalOf, reserveOrders } from './reserve-orders'

type Order = Input<typeof reserveCredit>
type Reserved = Result<typeof reserveCredit>

interface Request {
  readonly order: Order
  readonly call: Call
}

/** Maximum of orders per transaction, so that it takes milliseconds. */
const MAX_BATCH = 128

/**
 * Reserves credit for orders. While one transaction of an account runs, further requests for this account wait. The next
 * transaction decides them together, in the order of arrival, with one statement: it locks the account once for many
 * orders and needs one connection. Accounts do not wait for each other. For the same reason this is not a batch handler,
 * whose replies would be sent together.
 */
@Controller()
export class ReserveCredit {
  private readonly requests = new KeyedBatcher<number, Request, Decision>(
    (resellerId, requests) => this.reserve(resellerId, requests),
    { limit: MAX_BATCH },
  )

  constructor(
    private readonly database: Database,
    private readonly events: MoneyEvents,
    private readonly clock: Clock,
  ) {}

  @Handles(reserveCredit)
  async execute(order: Order, call: Call): Promise<Reserved> {
    const decision = await this.requests.add(order.resellerId, { order, call })
    const refusal = refusalOf(order, decision)
    if (refusal) throw refusal
    return { orderId: order.orderId }
  }

  private reserve(resellerId: number, requests: readonly Request[]): Promise<readonly Decision[]> {
    const [{ call }] = requests as readonly [Request]
    const orders = requests.map(({ order, call: { correlationId } }) => ({ ...order, request: correlationId }))
    return this.database.unitOfWork(call, (tx) => reserveOrders(tx, this.events, resellerId, orders, this.clock.now()))
  }
}
