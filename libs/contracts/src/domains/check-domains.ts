import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { flag, unlessBlank } from '../primitives/scalars'
import { texts } from '../primitives/texts'
import { nameRefusals } from './name-refusals'

/** Whether a name is free, and why not; what it costs when that was asked for. */
const checkedName = z
  .object({
    domain: z.string(),
    unicode_name: z.string().optional().meta({ description: 'The name as people read it, where it has A-labels.' }),
    status: z.enum(['free', 'active']),
    reason: z.string().optional(),
    is_premium: z.boolean().optional(),
    premium: z
      .object({ currency: z.string(), price: z.object({ create: z.number() }) })
      .optional()
      .meta({ description: 'Only for premium names.' }),
    price: priceGroup.optional().meta({ description: 'Only with with_price.' }),
    claim_key: z.string().optional().meta({ description: 'Under which the notice of its trademarks is found.' }),
    whois: z.string().optional().meta({ description: 'Not told here.' }),
  })
  .meta({ id: 'CheckedName' })

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
    domains: z.array(domainName).min(1).meta({ description: 'At most 15 names.' }),
    with_price: flag.prefault(false),
    application_mode: unlessBlank,
    provider: unlessBlank.meta({ description: 'Accepted without effect.' }),
    additional_data: z.object(texts('idn_script')).optional(),
  }),
  result: z.object({ results: z.array(checkedName) }),
  errors: [...nameRefusals, 'names_too_many', 'registry_unavailable'],
})
