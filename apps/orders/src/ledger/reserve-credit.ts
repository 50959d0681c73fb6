import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Decision } from './model/reserving'
import { refusalOf, reserveOrders } from './reserve-orders'

type Order = Input<typeof reserveCredit>
type Reserved = Result<typeof reserveCredit>

/** A request in the queue of its account. */
interface Waiting {
  readonly order: Order
  readonly call: Call
  resolve(reserved: Reserved): void
  reject(error: unknown): void
}

/** Maximum of orders per transaction, so that it takes milliseconds. */
const MAX_BATCH = 128

/**
 * Reserves credit for orders. While one transaction of an account runs, further requests for this account queue up. The
 * next transaction decides them together, in the order of arrival, with one statement: it locks the account once for
 * many orders and needs one connection. Accounts do not wait for each other. For the same reason this is not a batch
 * handler, whose replies would be sent together.
 */
@Controller()
export class ReserveCredit {
  private readonly queues = new Map<number, Waiting[]>()

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(reserveCredit)
  execute(order: Order, call: Call): Promise<Reserved> {
    return new Promise((resolve, reject) => {
      const request: Waiting = { order, call, resolve, reject }
      const queue = this.queues.get(order.resellerId)
      if (queue) {
        queue.push(request)
        return
      }
      const started = [request]
      this.queues.set(order.resellerId, started)
      // Requests of the same message join this one.
      setImmediate(() => void this.workOff(order.resellerId, started))
    })
  }

  /** Works off the queue of an account. Never throws: each request gets its own error. */
  private async workOff(resellerId: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await this.answer(resellerId, queue.splice(0, MAX_BATCH))
    this.queues.delete(resellerId)
  }

  private async answer(resellerId: number, requests: readonly Waiting[]): Promise<void> {
    try {
      const decisions = await this.reserve(resellerId, requests)
      requests.forEach((request, index) => reply(request, decisions[index]!))
    } catch (error) {
      const [only] = requests
      if (requests.length === 1 && only) only.reject(error)
      // Retried one by one, so that only the faulty request fails.
      else for (const request of requests) await this.answer(resellerId, [request])
    }
  }

  private reserve(resellerId: number, requests: readonly Waiting[]): Promise<readonly Decision[]> {
    const [{ call }] = requests as readonly [Waiting]
    const orders = requests.map(({ order }) => order)
    return this.database.unitOfWork(call, (tx) => reserveOrders(tx, resellerId, orders, this.clock.now()))
  }
}

function reply({ order, resolve, reject }: Waiting, decision: Decision): void {
  const refusal = refusalOf(order, decision)
  if (refusal) reject(refusal)
  else resolve({ orderId: order.orderId })
}
