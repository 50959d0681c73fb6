import { z } from 'zod'
import { operation } from '../operation'
import { optionalDay, wireDate } from '../primitives/dates'
import { priceGroup } from '../primitives/money'
import { page, results } from '../primitives/page'
import { order, pattern, word } from '../primitives/scalars'

/** A charge, a refund or a payment of the account. Credits have a negative price. */
export const transaction = z
  .object({
    reference_id: z.int().describe('Number of the order, payment or correction.'),
    type: z
      .enum(['charge', 'payment', 'correction'])
      .describe(
        '`charge`: a charge or a refund. `payment`: a payment of the reseller. `correction`: a correction by the operator.',
      ),
    object_type: z.string().describe('Kind of the object, such as domain or dmarc; empty for payments.'),
    action: z.string().describe('Operation on the object, such as create, renew, transfer or restore.'),
    subject: z.string().describe('Name of the object, such as the domain.'),
    quantity: z.int().describe('Number of years or pieces.'),
    price: priceGroup.describe('Price before the discount.'),
    setup: priceGroup.describe('Price that is paid once with the first order.'),
    vat: z.int().describe('Percentage of VAT; always 0, because VAT is settled with the payment.'),
    total: priceGroup.describe('Change of the balance, and the cost at the supplier; negative for credits.'),
    discount: z.number().describe('Discount of a promotion, in the currency of the account.'),
    creation_date: wireDate.describe('When the balance changed.'),
  })
  .meta({ id: 'Transaction', description: 'A charge, a refund or a payment of the account.' })

/** Lists the charges, refunds and payments of the account. */
export const listTransactions = operation({
  id: 'transactions.list',
  service: 'orders',
  effect: 'read',
  roles: ['admin', 'billing', 'readonly'],
  method: 'GET',
  path: '/v1/transactions',
  summary: 'List transactions',
  description: 'Use to see the charges, refunds and payments of the account.',
  query: z.object({
    ...page(),
    order: order.optional().describe('Sort direction: asc or desc; newest first when absent.'),
    order_by: word('creation_date', 'subject', 'total')
      .optional()
      .describe('Column to sort by: creation_date (the default), subject or total.'),
    start_creation_date: optionalDay.describe('Only transactions from this day or instant on, UTC.'),
    end_creation_date: optionalDay.describe('Only transactions until the end of this day, or until this instant; UTC.'),
    filter_for_subject: pattern
      .optional()
      .describe('Subject to look for, such as a domain name; `*` stands for any characters.'),
  }),
  result: results(transaction),
})
