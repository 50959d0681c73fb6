import { z } from 'zod'
import { operation } from '../operation'
import { isoDate, wireDate } from '../primitives/dates'
import { priceGroup } from '../primitives/money'
import { page, results } from '../primitives/page'
import { order, pattern, word } from '../primitives/scalars'

/** Something that was charged to the account, given back or added to it. Credits have a negative price. */
const transaction = z
  .object({
    reference_id: z.int(),
    type: z.enum(['charge', 'payment', 'correction']),
    object_type: z.string().meta({ description: 'What was charged: domain, dmarc. Empty for payments.' }),
    action: z.string().meta({ description: 'What was done to it: create, renew, transfer, restore.' }),
    subject: z.string(),
    quantity: z.int(),
    price: priceGroup.meta({ description: 'Before the discount.' }),
    setup: priceGroup,
    vat: z.int().meta({ description: 'Percent; nothing is added to what a balance pays for.' }),
    total: priceGroup.meta({ description: 'By which the balance moved, and what the supplier takes.' }),
    discount: z.number().meta({ description: 'What a promotion took off, in the currency of the account.' }),
    creation_date: wireDate,
  })
  .meta({ id: 'Transaction' })

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
    order: order.optional(),
    order_by: word('creation_date', 'subject', 'total').optional(),
    start_creation_date: isoDate.optional(),
    end_creation_date: isoDate.optional().meta({ description: 'A day without a time counts whole.' }),
    filter_for_subject: pattern.optional(),
  }),
  result: results(transaction),
})
