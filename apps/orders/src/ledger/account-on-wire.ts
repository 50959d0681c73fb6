import type { z } from 'zod'
import type { accountBalance } from '@nameyard/contracts/orders/top-up'
import { amountOnWire, money, printAmount } from '../pricing/model/money'
import type { Account } from './account.store'

/** The wire form of an account, for operators. */
export function balanceOnWire({ currency, ...account }: Account): z.input<typeof accountBalance> {
  return {
    currency,
    balance: amountOnWire(money(currency, account.available)),
    reservedBalance: amountOnWire(money(currency, account.reserved)),
    creditLimit: amountOnWire(money(currency, account.creditLimit)),
  }
}

/** An amount as text: `12.30 EUR`. */
export function inWords(currency: string, amount: number): string {
  return `${printAmount(money(currency, amount))} ${currency}`
}
