import type { z } from 'zod'
import type { transaction } from '@nameyard/contracts/orders/list-transactions'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { amountOnWire, money } from '../pricing/model/money'

/** A movement that resellers see. Amounts are in minor units, positive for what the account pays. */
export interface LedgerTransaction {
  readonly id: number
  readonly kind: 'capture' | 'refund' | 'top-up' | 'correction'
  readonly movedAt: Date
  readonly objectType: string | null
  readonly action: string | null
  readonly subject: string
  readonly quantity: number
  readonly currency: string
  readonly amount: number
  readonly discount: number
  readonly productCurrency: string
  readonly productAmount: number
}

const types = { capture: 'charge', refund: 'charge', 'top-up': 'payment', correction: 'correction' } as const

/** The wire form of a transaction. Charges are positive; payments and refunds are negative. */
export function transactionOnWire(row: LedgerTransaction): z.input<typeof transaction> {
  const pair = (reseller: number, product: number) => ({
    product: { currency: row.productCurrency, price: amountOnWire(money(row.productCurrency, product)) },
    reseller: { currency: row.currency, price: amountOnWire(money(row.currency, reseller)) },
  })
  return {
    reference_id: row.id,
    type: types[row.kind],
    object_type: row.objectType ?? '',
    action: row.action ?? '',
    subject: row.subject,
    quantity: row.quantity,
    price: pair(row.amount + row.discount, row.productAmount),
    setup: pair(0, 0),
    vat: 0,
    total: pair(row.amount, row.productAmount),
    discount: amountOnWire(money(row.currency, row.discount)),
    creation_date: printDate(row.movedAt),
  }
}
