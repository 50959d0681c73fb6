import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'

/** A movement that an operator makes; `amount` in minor units of the account's currency, up or down. */
export interface Movement {
  readonly resellerId: number
  readonly kind: 'top-up' | 'correction'
  readonly amount: number
  readonly key: string
  readonly note: string
  readonly at: Date
}

const insertMovement = statement(
  'ledger.move',
  `with moved as (
     insert into ledger_transaction (reseller_id, kind, key, note, moved_at) values ($1, $2, $3, $4, $5)
     on conflict (reseller_id, key) where key is not null do nothing
     returning id
   )
   insert into ledger_entry (transaction_id, reseller_id, account, amount)
   select moved.id, $1, side.account, side.sign * $6::bigint
   from moved cross join (values ('available', 1), ($7, -1)) as side (account, sign)
   returning transaction_id`,
)

const earlierMovement = statement(
  'ledger.earlier-movement',
  `select t.kind, e.amount::float8 as amount from ledger_transaction t
   join ledger_entry e on e.transaction_id = t.id and e.account = 'available'
   where t.reseller_id = $1 and t.key = $2`,
)

/**
 * Makes a movement once under its key, and says whether it moved now; refuses a key that was used for another one. The
 * caller holds the account.
 */
export async function move(tx: Tx, { resellerId, kind, amount, key, note, at }: Movement): Promise<boolean> {
  const counter = kind === 'top-up' ? 'deposits' : 'corrections'
  const moved = await tx.query(insertMovement, [resellerId, kind, key, note, at, amount, counter])
  if (moved.length > 0) return true
  const [earlier] = await tx.query<{ kind: string; amount: number }>(earlierMovement, [resellerId, key])
  if (earlier?.kind !== kind || earlier.amount !== amount) fail('idempotency_key_reused')
  return false
}

/** Whether a key was used before. */
export async function wasMoved(tx: Tx, resellerId: number, key: string): Promise<boolean> {
  return (await tx.query(earlierMovement, [resellerId, key])).length > 0
}
