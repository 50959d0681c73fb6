import type { accountBalance } from '@nameyard/contracts/orders/top-up'
import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import type { z } from 'zod'
import { amountOnWire, money, printAmount } from '../pricing/model/money'

/** An account as it stands; minor units of its currency. */
export interface Account {
  readonly currency: string
  readonly creditLimit: number
  readonly available: number
  readonly reserved: number
}

const columns = `currency, credit_limit::float8 as "creditLimit", available::float8 as available,
  reserved::float8 as reserved`

/** Reads an account: one row by its key, however many entries have moved it. */
export const readAccount = statement('ledger.account', `select ${columns} from ledger_account where reseller_id = $1`)

/** Reads an account and holds it: whoever moves the same account waits for this transaction, nobody else does. */
export const lockAccount = statement('ledger.lock-account', `${readAccount.text} for no key update`)

/** Opens an account unless there is one. */
export const insertAccount = statement(
  'ledger.open-account',
  `insert into ledger_account (reseller_id, currency, opened_at) values ($1, $2, $3) on conflict do nothing`,
)

/** The account, held until the end of the transaction; refuses when there is none. */
export async function heldAccount(tx: Tx, resellerId: number): Promise<Account> {
  const [account] = await tx.query<Account>(lockAccount, [resellerId])
  return account ?? fail('account_not_found', { reseller: resellerId })
}

/** An account as operators see it. */
export function balanceOnWire({ currency, ...account }: Account): z.input<typeof accountBalance> {
  return {
    currency,
    balance: amountOnWire(money(currency, account.available)),
    reservedBalance: amountOnWire(money(currency, account.reserved)),
    creditLimit: amountOnWire(money(currency, account.creditLimit)),
  }
}

/** An amount in a sentence: `12.30 EUR`. */
export function inWords(currency: string, amount: number): string {
  return `${printAmount(money(currency, amount))} ${currency}`
}
