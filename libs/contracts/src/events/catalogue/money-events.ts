import { getReseller, reseller } from '../../orders/get-reseller'
import { listTransactions, transaction } from '../../orders/list-transactions'
import { resellerSettings } from '../../orders/reseller-parts'
import { accountEvent } from '../account-event'

/** The credit of an account, as `GET /v1/resellers?with_settings=true` shows it. */
export const creditState = reseller.pick({ id: true, balance: true, reserved_balance: true }).extend({
  settings: resellerSettings.pick({ currency: true, maximum_credit: true }).describe('Currency and credit limit.'),
})

const ofCredit = { producer: 'orders', version: 1, read: getReseller, state: creditState } as const

export const creditReserved = accountEvent({
  ...ofCredit,
  type: 'credit.reserved',
  summary: 'The prices of orders were reserved. Orders that are reserved at the same moment have one event.',
})

export const creditReleased = accountEvent({
  ...ofCredit,
  type: 'credit.released',
  summary: 'What was reserved for an order was released: the order failed or was cancelled.',
})

export const creditLow = accountEvent({
  ...ofCredit,
  type: 'credit.low',
  summary:
    'What can be spent, with the credit limit, has fallen below the amount that the operator has set. It is told again only after it was above that amount.',
  notice: { severity: 'warning', text: 'The credit of the account is low: {balance} {settings.currency} are left.' },
  mail: {
    type: 'credit-low',
    to: 'reseller',
    values: { balance: '{balance}', currency: '{settings.currency}' },
  },
})

export const creditLimitChanged = accountEvent({
  ...ofCredit,
  type: 'credit.limit-changed',
  summary: 'The operator has changed the credit limit of the account.',
})

const ofTransaction = { producer: 'orders', version: 1, read: listTransactions, state: transaction } as const

export const transactionPaid = accountEvent({
  ...ofTransaction,
  type: 'transaction.paid',
  summary: 'A payment was added to the balance of the account.',
})

export const transactionCorrected = accountEvent({
  ...ofTransaction,
  type: 'transaction.corrected',
  summary: 'The operator has corrected the balance of the account.',
})

export const transactionCharged = accountEvent({
  ...ofTransaction,
  type: 'transaction.charged',
  summary: 'What was reserved for an order was spent: the order was delivered.',
})

export const transactionRefunded = accountEvent({
  ...ofTransaction,
  type: 'transaction.refunded',
  summary: 'What an order had cost was paid back to the balance of the account.',
})
