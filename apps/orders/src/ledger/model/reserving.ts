import type { Spender } from '@nameyard/contracts/orders/spender'
import { exceededLimit, type ExceededLimit, type Spent } from './key-spending'

/** What an account can spend, in minor units of its currency. */
export interface Funds {
  readonly available: number
  /** How far below zero the balance may go. */
  readonly creditLimit: number
}

/** A request to reserve credit for an order. */
export interface CreditRequest {
  readonly orderId: string
  readonly resellerId: number
  readonly amount: number
  readonly action: string
  readonly subject: string
  readonly currency: string
  /** The API key that places the order. */
  readonly spender?: Spender | undefined
}

/** An order for which credit was requested before. */
export interface KnownReservation extends Omit<CreditRequest, 'currency' | 'spender'> {
  readonly state: 'open' | 'confirmed' | 'captured' | 'released'
}

/**
 * - `reserve`: the credit suffices.
 * - `repeated`: the same request was granted before.
 * - `refused`: the order was abandoned and must not be placed.
 * - `other-charge`: the id belongs to an order with a different charge.
 * - `period`: the spend limit of the API key for this period does not suffice.
 * - `available`: the credit does not suffice; this much is available.
 */
export type Decision =
  'reserve' | 'repeated' | 'refused' | 'other-charge' | ExceededLimit | { readonly available: number }

/**
 * Decides requests of one account in the given sequence. Each one reduces the credit for the next. A request that is too
 * large is refused and leaves the credit to the requests after it.
 * @param spentBefore what API keys have spent, by their number
 */
export function decide(
  { available, creditLimit }: Funds,
  known: readonly KnownReservation[],
  wanted: readonly CreditRequest[],
  spentBefore: ReadonlyMap<number, Spent> = new Map(),
): readonly Decision[] {
  const before = new Map(known.map((each) => [each.orderId, each]))
  const spent = new Map(spentBefore)
  let left = available + creditLimit
  return wanted.map((request) => {
    const earlier = before.get(request.orderId)
    if (earlier) {
      if (earlier.state === 'released') return 'refused'
      return isSame(earlier, request) ? 'repeated' : 'other-charge'
    }
    const { amount, currency, spender } = request
    const { day, month } = (spender && spent.get(spender.keyId)) ?? { day: 0, month: 0 }
    const exceeded = spender && exceededLimit(spender, currency, amount, { day, month })
    if (exceeded) return exceeded
    if (amount > left) return { available: left }
    left -= amount
    if (spender) spent.set(spender.keyId, { day: day + amount, month: month + amount })
    before.set(request.orderId, { ...request, state: 'open' })
    return 'reserve'
  })
}

function isSame(one: KnownReservation, other: CreditRequest): boolean {
  return (
    one.resellerId === other.resellerId &&
    one.amount === other.amount &&
    one.action === other.action &&
    one.subject === other.subject
  )
}
