import { Refusal } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { Tx } from '@nameyard/persistence/database'
import { insertAccount, inWords, lockAccount, type Account } from './account.store'
import { decide, type Decision, type Known } from './model/reserving'
import { insertReservations, knownReservations } from './reservation.store'

/** An order that credit is asked for. */
export interface CreditOrder {
  readonly orderId: string
  /** The service that places it. */
  readonly owner: string
  readonly charge: Charge
}

/** Reserves for orders of one account, in their order; tells of each what was decided. */
export async function reserveOrders(
  tx: Tx,
  resellerId: number,
  orders: readonly CreditOrder[],
  now: Date,
): Promise<readonly Decision[]> {
  // Locked first: what is read after the lock is what the transactions before this one have left.
  const [account] = await tx.query<Account & Record<string, unknown>>(lockAccount, [resellerId])
  const known = await tx.query<Known & Record<string, unknown>>(knownReservations, [
    orders.map(({ orderId }) => orderId),
  ])
  const wanted = orders.map(({ orderId, charge }) => ({ ...charge, orderId, resellerId }))
  const decisions = decide(account ?? { available: 0, creditLimit: 0 }, known, wanted)
  const taken = orders.flatMap(({ orderId, owner, charge }, index) =>
    decisions[index] === 'reserve' ? [{ orderId, owner, ...charge }] : [],
  )
  const [first] = taken
  if (first) {
    const currency = account?.currency ?? first.currency
    const foreign = taken.find((order) => order.currency !== currency)
    if (foreign) throw new Error(`account ${resellerId} is kept in ${currency}, order in ${foreign.currency}`)
    if (!account) await tx.query(insertAccount, [resellerId, currency, now])
    await tx.query(insertReservations, [resellerId, JSON.stringify(taken), now])
  }
  return decisions
}

/** The refusal that a decision is; nothing where the credit is set aside. */
export function refusalOf({ orderId, charge }: CreditOrder, decision: Decision): Refusal | undefined {
  switch (decision) {
    case 'reserve':
    case 'repeated':
      return undefined
    case 'refused':
      return new Refusal('order_refused', { order: orderId })
    case 'other-charge':
      return new Refusal('idempotency_key_reused')
    default: {
      const { currency, amount } = charge
      const available = inWords(currency, Math.max(0, decision.available))
      return new Refusal('credit_too_low', { needed: inWords(currency, amount), available, hint: '' })
    }
  }
}
