import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import type { Decision } from './model/reserving'
import { refusalOf, reserveOrders } from './reserve-orders'

type Order = Input<typeof reserveCredit>
type Reserved = Result<typeof reserveCredit>

/** A request that waits for its turn. */
interface Waiting {
  readonly order: Order
  readonly call: Call
  resolve(reserved: Reserved): void
  reject(error: unknown): void
}

/** Orders in one transaction at most; keeps it in milliseconds. */
const AT_ONCE = 128

/**
 * Sets credit aside for orders. While one transaction of an account runs, what arrives for the same account gathers and
 * is decided together, in the order of arrival, and written by one statement: the lock of the account is taken once for
 * many orders, and holds one connection. Other accounts have transactions of their own and wait for none of this; that
 * is also why the requests are not taken as one batch, whose answers would leave together.
 */
@Controller()
export class ReserveCredit {
  private readonly lines = new Map<number, Waiting[]>()

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(reserveCredit)
  execute(order: Order, call: Call): Promise<Reserved> {
    return new Promise((resolve, reject) => {
      const request: Waiting = { order, call, resolve, reject }
      const line = this.lines.get(order.resellerId)
      if (line) {
        line.push(request)
        return
      }
      const started = [request]
      this.lines.set(order.resellerId, started)
      // Requests that came in one message join the first of them.
      setImmediate(() => void this.serve(order.resellerId, started))
    })
  }

  /** Answers an account's line until nobody waits. Never throws: each request is told of its own failure. */
  private async serve(resellerId: number, line: Waiting[]): Promise<void> {
    while (line.length > 0) await this.answer(resellerId, line.splice(0, AT_ONCE))
    this.lines.delete(resellerId)
  }

  private async answer(resellerId: number, requests: readonly Waiting[]): Promise<void> {
    try {
      const decisions = await this.reserve(resellerId, requests)
      requests.forEach((request, index) => tell(request, decisions[index]!))
    } catch (error) {
      const [only] = requests
      if (requests.length === 1 && only) only.reject(error)
      // One that cannot be written fails alone.
      else for (const request of requests) await this.answer(resellerId, [request])
    }
  }

  private reserve(resellerId: number, requests: readonly Waiting[]): Promise<readonly Decision[]> {
    const [{ call }] = requests as readonly [Waiting]
    const orders = requests.map(({ order }) => order)
    return this.database.unitOfWork(call, (tx) => reserveOrders(tx, resellerId, orders, this.clock.now()))
  }
}

function tell({ order, resolve, reject }: Waiting, decision: Decision): void {
  const refusal = refusalOf(order, decision)
  if (refusal) reject(refusal)
  else resolve({ orderId: order.orderId })
}
