import { Refusal } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { insertAccount, inWords, lockAccount, type Account } from './account.store'
import { decide, type Decision, type Known } from './model/reserving'
import { insertReservations, knownReservations } from './reservation.store'

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
    const now = this.clock.now()
    const [{ call }] = requests as readonly [Waiting]
    return this.database.unitOfWork(call, async (tx) => {
      // Locked first: what is read after the lock is what the transactions before this one have left.
      const [account] = await tx.query<Account & Record<string, unknown>>(lockAccount, [resellerId])
      const known = await tx.query<Known & Record<string, unknown>>(knownReservations, [
        requests.map(({ order }) => order.orderId),
      ])
      const wanted = requests.map(({ order: { orderId, charge } }) => ({ ...charge, orderId, resellerId }))
      const decisions = decide(account ?? { available: 0, creditLimit: 0 }, known, wanted)
      const orders = requests.flatMap(({ order: { orderId, owner, charge } }, index) =>
        decisions[index] === 'reserve' ? [{ orderId, owner, ...charge }] : [],
      )
      const [first] = orders
      if (first) {
        const currency = account?.currency ?? first.currency
        const foreign = orders.find((order) => order.currency !== currency)
        if (foreign) throw new Error(`account ${resellerId} is kept in ${currency}, order in ${foreign.currency}`)
        if (!account) await tx.query(insertAccount, [resellerId, currency, now])
        await tx.query(insertReservations, [resellerId, JSON.stringify(orders), now])
      }
      return decisions
    })
  }
}

function tell({ order: { orderId, charge }, resolve, reject }: Waiting, decision: Decision): void {
  switch (decision) {
    case 'reserve':
    case 'repeated':
      return resolve({ orderId })
    case 'refused':
      return reject(new Refusal('order_refused', { order: orderId }))
    case 'other-charge':
      return reject(new Refusal('idempotency_key_reused'))
    default: {
      const { currency, amount } = charge
      const available = inWords(currency, Math.max(0, decision.available))
      return reject(new Refusal('credit_too_low', { needed: inWords(currency, amount), available }))
    }
  }
}
