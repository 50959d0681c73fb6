import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainNameQuery } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { integer, word } from '../primitives/scalars'
import { texts } from '../primitives/texts'
import { about } from '../domains/about-domains'

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
    domain: domainNameQuery.describe(
      'Name to price. The extension is required; without a name it is any ordinary name.',
    ),
    operation: word('create', 'transfer', 'renew', 'restore', 'trade', 'upgrade')
      .prefault('create')
      .describe('What is to be done with the domain; `create` by default.'),
    period: integer({ min: 1, max: 100 }).prefault(1).describe('Number of years, 1 to 100; 1 by default.'),
    additional_data: z
      .object(texts({ idn_script: about.idnScript }))
      .optional()
      .describe('What the name needs beside its letters; without effect on the price.'),
  }),
  result: z.object({
    price: priceGroup.describe('What would be charged now.'),
    tier_price: priceGroup.optional().describe('What would be charged without the promotion.'),
    membership_price: priceGroup.optional().describe('Never given: there are no membership prices here.'),
    is_premium: z.boolean().describe('Whether the registry sells the name at a price of its own.'),
    is_promotion: z.boolean().describe('Whether the price is that of a promotion.'),
    promotion_data: z
      .object({
        start_date: wireDate.describe('When the promotion starts.'),
        end_date: wireDate.describe('When the promotion ends.'),
      })
      .optional()
      .describe('When the promotion runs; only when the price is that of one.'),
  }),
  errors: ['domain_name_invalid', 'extension_invalid', 'extension_missing'],
})
