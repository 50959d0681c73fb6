import { Refusal } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { Spender } from '@nameyard/contracts/orders/spender'
import type { Tx } from '@nameyard/persistence/database'
import { inWords } from './account-on-wire'
import { insertAccount, lockAccount } from './account.store'
import { periodStarts, type Spent } from './model/key-spending'
import { decide, type Decision } from './model/reserving'
import type { MoneyEvents } from './money-events'
import { insertReservations, knownReservations, spentOfKeys } from './reservation.store'

/** An order that needs credit. */
export interface CreditOrder {
  readonly orderId: string
  /** The service that places the order. */
  readonly owner: string
  readonly charge: Charge
  /** The API key that places the order; its spend limits apply. */
  readonly spender?: Spender | undefined
  /** Id of the request that places the order. */
  readonly request: string
}

/** Reserves credit for orders of one account, in the given sequence. Returns the decision for each of them. */
export async function reserveOrders(
  tx: Tx,
  events: MoneyEvents,
  resellerId: number,
  orders: readonly CreditOrder[],
  now: Date,
): Promise<readonly Decision[]> {
  // The lock comes first, so that the reads after it see what earlier transactions committed.
  const [account] = await tx.query(lockAccount, { resellerId })
  const known = await tx.query(knownReservations, { orderIds: orders.map(({ orderId }) => orderId) })
  const wanted = orders.map(({ orderId, charge, spender }) => ({ ...charge, orderId, resellerId, spender }))
  const spent = await spentByKeys(tx, wanted, now)
  const decisions = decide(account ?? { available: 0, creditLimit: 0 }, known, wanted, spent)
  const taken = orders.flatMap(({ orderId, owner, charge, spender, request }, index) =>
    decisions[index] === 'reserve' ? [{ orderId, owner, ...charge, keyId: spender?.keyId, request }] : [],
  )
  const [first] = taken
  if (first) {
    const currency = account?.currency ?? first.currency
    const foreign = taken.find((order) => order.currency !== currency)
    if (foreign) throw new Error(`account ${resellerId} is in ${currency}, but the order is in ${foreign.currency}`)
    if (!account) await tx.query(insertAccount, { resellerId, currency, now })
    await tx.query(insertReservations, { resellerId, orders: JSON.stringify(taken), now })
    const total = taken.reduce((sum, { amount }) => sum + amount, 0)
    // Only an account that exists has credit to reserve.
    if (account && total > 0) {
      const after = { ...account, available: account.available - total, reserved: account.reserved + total }
      await events.changed(tx, resellerId, { before: account, after, by: 'reserved' })
    }
  }
  return decisions
}

/** What the API keys with spend limits have spent. The caller has locked the account, so no other order is under way. */
async function spentByKeys(
  tx: Tx,
  orders: readonly Pick<CreditOrder, 'spender'>[],
  now: Date,
): Promise<ReadonlyMap<number, Spent>> {
  const limited = orders.flatMap(({ spender }) =>
    spender && (spender.perDay ?? spender.perMonth) !== undefined ? [spender.keyId] : [],
  )
  if (limited.length === 0) return new Map()
  const spent = await tx.query(spentOfKeys, { keyIds: [...new Set(limited)], ...periodStarts(now) })
  return new Map(spent.map(({ keyId, ...amounts }) => [keyId, amounts]))
}

/** Returns the refusal of a decision; undefined when the credit is reserved. */
export function refusalOf(
  { orderId, charge }: Pick<CreditOrder, 'charge' | 'orderId'>,
  decision: Decision,
): Refusal | undefined {
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
      const needed = inWords(currency, amount)
      if ('period' in decision) {
        const { period, limit, left } = decision
        const limits = { limit: inWords(currency, limit), left: inWords(currency, left) }
        return new Refusal('key_spend_limit', { ...limits, period, needed })
      }
      const available = inWords(currency, Math.max(0, decision.available))
      return new Refusal('credit_too_low', { needed, available, hint: '' })
    }
  }
}
