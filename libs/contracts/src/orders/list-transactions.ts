import { z } from 'zod'
import { operation } from '../operation'
import { optionalDay, wireDate } from '../primitives/dates'
import { priceGroup } from '../primitives/money'
import { page, results } from '../primitives/page'
import { order, pattern, word } from '../primitives/scalars'

/** Something that was charged to the account, given back or added to it. Credits have a negative price. */
const transaction = z
  .object({
    reference_id: z.int().describe('Number of the order, payment or correction.'),
    type: z
      .enum(['charge', 'payment', 'correction'])
      .describe(
        '`charge`: something was bought or given back. `payment`: money came in. `correction`: the operator corrected the balance.',
      ),
    object_type: z.string().describe('What was charged, such as domain or dmarc; empty for payments.'),
    action: z.string().describe('What was done to it, such as create, renew, transfer or restore.'),
    subject: z.string().describe('What it was done to, such as the name of the domain.'),
    quantity: z.int().describe('Number of years or pieces.'),
    price: priceGroup.describe('Price before the discount.'),
    setup: priceGroup.describe('Price that is paid once with the first order.'),
    vat: z.int().describe('Percentage of VAT; 0, because a balance is paid into with VAT settled.'),
    total: priceGroup.describe('Amount by which the balance moved, and what the supplier takes; negative for credits.'),
    discount: z.number().describe('Amount that a promotion took off, in the currency of the account.'),
    creation_date: wireDate.describe('When the balance moved.'),
  })
  .meta({ id: 'Transaction', description: 'Something that was charged to the account, given back or paid in.' })

/** Lists what was charged to the account and paid into it. */
export const listTransactions = operation({
  id: 'transactions.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/transactions',
  summary: 'List transactions',
  description: 'Use to see what was charged to the account and what was paid into it.',
  query: z.object({
    ...page(),
    order: order.optional().describe('Direction of the sort: asc or desc; newest first when absent.'),
    order_by: word('creation_date', 'subject', 'total')
      .optional()
      .describe('Column to sort by: creation_date (the default), subject or total.'),
    start_creation_date: optionalDay.describe('Only transactions from this day or instant on, UTC.'),
    end_creation_date: optionalDay.describe(
      'Only transactions up to this day, which counts whole, or this instant; UTC.',
    ),
    filter_for_subject: pattern
      .optional()
      .describe('Subject to look for, such as a domain name; `*` stands for any characters.'),
  }),
  result: results(transaction),
})
