import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainNameQuery } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { integer, word } from '../primitives/scalars'
import { texts } from '../primitives/texts'

/** Tells what an operation on a domain would cost the account. */
export const getDomainPrice = operation({
  id: 'domains.prices',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/prices',
  summary: 'Read the price of an operation on a domain',
  description:
    'Use to tell what an operation on a name costs, in the currency of the account, before it is ordered. The price of a restore of a domain of yours has the renewal in it that comes with it.',
  query: z.object({
    domain: domainNameQuery,
    operation: word('create', 'transfer', 'renew', 'restore', 'trade', 'upgrade').prefault('create'),
    period: integer({ min: 1, max: 100 }).prefault(1),
    additional_data: z.object(texts('idn_script')).optional(),
  }),
  result: z.object({
    price: priceGroup.meta({ description: 'What is charged.' }),
    tier_price: priceGroup.optional().meta({ description: 'The price without a promotion.' }),
    membership_price: priceGroup.optional(),
    is_premium: z.boolean(),
    is_promotion: z.boolean(),
    promotion_data: z.object({ start_date: wireDate, end_date: wireDate }).optional(),
  }),
  errors: ['domain_name_invalid', 'extension_invalid', 'extension_missing'],
})
