import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** The balances of an account, in minor units of its currency. */
export interface Account {
  readonly currency: string
  readonly creditLimit: number
  readonly available: number
  readonly reserved: number
}

const columns = sql`currency, credit_limit::float8 as "creditLimit", available::float8 as available,
  reserved::float8 as reserved`

/** Reads an account and locks it. Transactions of other accounts do not wait. */
export const lockAccount = statement<{ resellerId: number }, Account>(
  'ledger.lock-account',
  ({ resellerId }) => sql`select ${columns} from ledger_account where reseller_id = ${resellerId} for no key update`,
)

/** Opens an account unless it exists. */
export const insertAccount = statement<{ resellerId: number; currency: string; now: Date }>(
  'ledger.open-account',
  ({ resellerId, currency, now }) =>
    sql`insert into ledger_account (reseller_id, currency, opened_at) values (${resellerId}, ${currency},
      ${now}) on conflict do nothing`,
)

/** Returns the account, locked until the end of the transaction. Refuses when it does not exist. */
export async function lockedAccount(tx: Tx, resellerId: number): Promise<Account> {
  const [account] = await tx.query(lockAccount, { resellerId })
  return account ?? fail('account_not_found', { reseller: resellerId })
}
