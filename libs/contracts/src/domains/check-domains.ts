import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { flag, unlessBlank } from '../primitives/scalars'
import { texts } from '../primitives/texts'
import { nameRefusals } from './name-refusals'
import { about } from './about-domains'

/** Whether a name is free, and why not; what it costs when that was asked for. */
const checkedName = z
  .object({
    domain: z.string().describe('Whole name that was asked for, such as example.com.'),
    unicode_name: z.string().optional().describe('The name as people read it; only where it has letters beyond ASCII.'),
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
              .describe('Price of a registration in units of the currency; give it as accept_premium_fee.'),
          })
          .describe('Prices of the premium name.'),
      })
      .optional()
      .describe('Only for premium names: what the registry asks for them.'),
    price: priceGroup.optional().describe('What a registration for one year costs; only with with_price.'),
    claim_key: z
      .string()
      .optional()
      .describe('Key with which the notice of trademark claims is looked up; only in a claims phase.'),
    whois: z.string().optional().describe('Never given: WHOIS is not asked here.'),
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
  description: 'Use to learn whether names are free; many at once. Prices come with with_price. Orders nothing.',
  body: z.object({
    domains: z.array(domainName).min(1).describe('Names to check, 1 to 15.'),
    with_price: flag.prefault(false).describe('Show prices, too; false by default.'),
    application_mode: unlessBlank.describe(about.applicationMode),
    provider: unlessBlank.describe('Accepted without effect.'),
    additional_data: z
      .object(texts({ idn_script: about.idnScript }))
      .optional()
      .describe('What the names need beside their letters.'),
  }),
  result: z.object({ results: z.array(checkedName).describe('One entry for each name, in the order of the request.') }),
  errors: [...nameRefusals, 'names_too_many', 'registry_refused', 'registry_failed', 'registry_unavailable'],
})
