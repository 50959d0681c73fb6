import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { flag, unlessBlank } from '../primitives/scalars'
import { texts } from '../primitives/texts'
import { descriptions, domainExample } from './domain-fields'
import { nameRefusals } from './name-refusals'

/** Whether a name is free, the reason if not, and the price on request. */
const checkedName = z
  .object({
    domain: z.string().describe('The requested name, such as example.com.'),
    unicode_name: z.string().optional().describe('The name in Unicode; only for names with letters beyond ASCII.'),
    status: z.enum(['free', 'active']).describe('`free` can be registered now; `active` cannot: see reason.'),
    reason: z.string().optional().describe('Why the name cannot be registered, such as "Domain exists".'),
    is_premium: z.boolean().optional().describe('Whether the registry sells the name at a price of its own.'),
    premium: z
      .object({
        currency: z.string().describe('ISO 4217 code of the currency, such as EUR.'),
        price: z
          .object({
            create: z
              .number()
              .describe('Price of a registration in units of the currency; send it as accept_premium_fee.'),
          })
          .describe('Prices of the premium name.'),
      })
      .optional()
      .describe('Prices of the registry; only for premium names.'),
    price: priceGroup.optional().describe('Price of a registration for one year; only with with_price.'),
    claim_key: z.string().optional().describe('Key to look up the trademark claims notice; only in a claims phase.'),
    whois: z.string().optional().describe('Always absent: the platform does not query WHOIS.'),
  })
  .meta({ id: 'CheckedName', description: 'Whether a name can be registered.' })

/** Asks the registries whether names are free; one unknown extension refuses the whole call. */
export const checkDomains = operation({
  id: 'domains.check',
  service: 'domains',
  effect: 'read',
  method: 'POST',
  path: '/v1/domains/check',
  summary: 'Check whether domains are free',
  description: 'Use to check whether names are free, several at once. Prices with with_price. Does not order anything.',
  body: z.object({
    domains: z.array(domainName).min(1).describe('Names to check, 1 to 15.'),
    with_price: flag.prefault(false).describe('Also show prices; false by default.'),
    application_mode: unlessBlank.describe(descriptions.applicationMode),
    provider: unlessBlank.describe('Accepted without effect.'),
    additional_data: z
      .object(texts({ idn_script: descriptions.idnScript }))
      .optional()
      .describe('Additional data of the names.'),
  }),
  result: z.object({ results: z.array(checkedName).describe('One entry for each name, in the order of the request.') }),
  errors: [
    ...nameRefusals,
    'names_too_many',
    'order_loop',
    'registry_refused',
    'registry_failed',
    'registry_unavailable',
  ],
  example: { domains: [domainExample], with_price: true },
  schemas: { request: 'domainCheckDomainRequest', response: 'domainCheckDomainResponse' },
})
