import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainNameQuery } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { integer, word } from '../primitives/scalars'
import { texts } from '../primitives/texts'

/** Returns the price of an operation on a domain for the account. */
export const getDomainPrice = operation({
  id: 'domains.prices',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/prices',
  summary: 'Read the price of an operation on a domain',
  description:
    'Use before an order to learn the price of an operation in the currency of the account. The price to restore a domain of the account includes the renewal that comes with it.',
  query: z.object({
    domain: domainNameQuery.describe(
      'Domain to price. The extension is required. Without a name the price is that of an ordinary, non-premium name.',
    ),
    operation: word('create', 'transfer', 'renew', 'restore', 'trade', 'upgrade')
      .prefault('create')
      .describe('The operation; `create` by default.'),
    period: integer({ min: 1, max: 100 }).prefault(1).describe('Number of years, 1 to 100; 1 by default.'),
    additional_data: z
      .object(texts({ idn_script: 'Code of the IDN table that the name is written in, such as GER.' }))
      .optional()
      .describe('Additional data; does not change the price.'),
  }),
  result: z.object({
    price: priceGroup.describe('Current price.'),
    tier_price: priceGroup.optional().describe('Price without the promotion.'),
    membership_price: priceGroup.optional().describe('Always absent: there are no membership prices here.'),
    is_premium: z.boolean().describe('Whether the name is a premium name with its own price at the registry.'),
    is_promotion: z.boolean().describe('Whether the price is that of a promotion.'),
    promotion_data: z
      .object({
        start_date: wireDate.describe('When the promotion starts.'),
        end_date: wireDate.describe('When the promotion ends.'),
      })
      .optional()
      .describe('Dates of the promotion; only with a promotional price.'),
  }),
  errors: ['domain_name_invalid', 'extension_invalid', 'extension_missing'],
  schemas: { response: 'priceGetPriceResponse' },
})
