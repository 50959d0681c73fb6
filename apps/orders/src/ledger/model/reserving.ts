/** What an account can set aside; minor units of its currency. */
export interface Funds {
  readonly available: number
  /** How far below zero the balance may go. */
  readonly creditLimit: number
}

/** What somebody wants set aside for an order. */
export interface Wanted {
  readonly orderId: string
  readonly resellerId: number
  readonly amount: number
  readonly action: string
  readonly subject: string
}

/** An order whose credit was asked for before. */
export interface Known extends Wanted {
  readonly state: 'open' | 'confirmed' | 'captured' | 'released'
}

/**
 * - `reserve`: there is enough; set it aside.
 * - `repeated`: it was set aside before; say so again.
 * - `refused`: the order was given up; it must not be placed any more.
 * - `other-charge`: the id stands for another order.
 */
export type Decision = 'reserve' | 'repeated' | 'refused' | 'other-charge' | { readonly available: number }

/**
 * Decides about requests that wait together, in their order: each takes from what the ones before it left, and one
 * that is too large leaves the rest to those behind it. A decision with `available` is a refusal for want of credit.
 */
export function decide(
  { available, creditLimit }: Funds,
  known: readonly Known[],
  wanted: readonly Wanted[],
): readonly Decision[] {
  const before = new Map(known.map((each) => [each.orderId, each]))
  let left = available + creditLimit
  return wanted.map((request) => {
    const earlier = before.get(request.orderId)
    if (earlier) {
      if (earlier.state === 'released') return 'refused'
      return isSame(earlier, request) ? 'repeated' : 'other-charge'
    }
    if (request.amount > left) return { available: left }
    left -= request.amount
    before.set(request.orderId, { ...request, state: 'open' })
    return 'reserve'
  })
}

function isSame(one: Wanted, other: Wanted): boolean {
  return (
    one.resellerId === other.resellerId &&
    one.amount === other.amount &&
    one.action === other.action &&
    one.subject === other.subject
  )
}
