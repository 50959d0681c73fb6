import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { LedgerTransaction } from './transaction-on-wire'

/** A movement made by an operator. `amount` is in minor units of the account's currency and may be negative. */
export interface Movement {
  readonly resellerId: number
  readonly kind: 'top-up' | 'correction'
  readonly amount: number
  readonly key: string
  readonly note: string
  readonly at: Date
}

const insertMovement = statement<
  {
    resellerId: number
    kind: string
    key: string
    note: string
    at: Date
    request: string
    amount: number
    counter: 'deposits' | 'corrections'
  },
  { id: number }
>(
  'ledger.move',
  (given) => sql`
    with moved as (
      insert into ledger_transaction (reseller_id, kind, key, note, moved_at, request) values (${given.resellerId},
      ${given.kind}, ${given.key}, ${given.note}, ${given.at}, ${given.request})
      on conflict (reseller_id, key) where key is not null do nothing
      returning id
    )
    insert into ledger_entry (transaction_id, reseller_id, account, amount)
    select moved.id, ${given.resellerId}, side.account, side.sign * ${given.amount}::bigint
    from moved cross join (values ('available', 1), (${given.counter}, -1)) as side (account, sign)
    returning transaction_id::float8 as id`,
)

const earlierMovement = statement<{ resellerId: number; key: string }, { kind: string; amount: number }>(
  'ledger.earlier-movement',
  ({ resellerId, key }) => sql`
    select t.kind, e.amount::float8 as amount from ledger_transaction t
    join ledger_entry e on e.transaction_id = t.id and e.account = 'available'
    where t.reseller_id = ${resellerId} and t.key = ${key}`,
)

/**
 * Makes a movement, once for each key. Returns its number; undefined when the same movement was made before. Refuses a key that was used
 * for a different movement. The caller has locked the account.
 */
export async function move(tx: Tx, { resellerId, kind, amount, key, note, at }: Movement): Promise<number | undefined> {
  const counter = kind === 'top-up' ? 'deposits' : 'corrections'
  const [moved] = await tx.query(insertMovement, {
    resellerId,
    kind,
    key,
    note,
    at,
    request: tx.correlationId,
    amount,
    counter,
  })
  if (moved) return moved.id
  const [earlier] = await tx.query(earlierMovement, { resellerId, key })
  if (earlier?.kind !== kind || earlier.amount !== amount) fail('idempotency_key_reused')
  return undefined
}

/** A movement with its number, as the list of transactions has it: payments are negative. */
export function transactionOf({ kind, amount, note, at }: Movement, id: number, currency: string): LedgerTransaction {
  const paid = { currency, amount: -amount, productCurrency: currency, productAmount: -amount, discount: 0 }
  return { id, kind, movedAt: at, objectType: null, action: null, subject: note, quantity: 1, ...paid }
}

/** Whether a movement was made under this key. */
export async function wasMoved(tx: Tx, resellerId: number, key: string): Promise<boolean> {
  return (await tx.query(earlierMovement, { resellerId, key })).length > 0
}
