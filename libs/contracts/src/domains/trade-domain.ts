import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { flag, integer, neededHandle, text, unlessBlank } from '../primitives/scalars'
import { refusedAs } from '../primitives/refused-as'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, unoffered } from './domain'
import { nameRefusals } from './name-refusals'
import { handleRefusals, zoneKeyRefusals } from './order-refusals'

/** Gives a domain another registrant, where the extension charges or confirms that. */
export const tradeDomain = operation({
  id: 'domains.trade',
  service: 'domains',
  effect: 'purchase',
  isDestructive: true,
  method: 'POST',
  path: '/v1/domains/trade',
  summary: 'Trade a domain to another registrant',
  description:
    'Gives a domain another registrant where the registry has a procedure for that. May charge the account; a trade back costs again.',
  body: z.object({
    domain: domainName,
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }),
    admin_handle: unlessBlank,
    tech_handle: unlessBlank,
    billing_handle: unlessBlank,
    auth_code: unlessBlank,
    period: integer().optional().meta({ description: 'A trade keeps the term: 1 or absent.' }),
    name_servers: z.array(domainNameserver).max(13).optional(),
    ns_group: unlessBlank,
    ns_template_id: integer({ min: 0 }).optional().meta({ description: 'Number of the template; 0 is none.' }),
    ns_template_name: unlessBlank.meta({ description: 'Template of the zone, where the name has none.' }),
    dnssec_keys: z.array(dnssecKey).optional(),
    autorenew: autorenew.optional(),
    comments: text.optional(),
    use_domicile: unoffered(flag.optional()),
    promo_code: unlessBlank,
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    status: domainStatus,
    creation_date: wireDate.optional(),
    expiration_date: wireDate.optional(),
    renewal_date: wireDate.optional(),
  }),
  errors: [
    'autorenew_invalid',
    ...nameRefusals,
    'owner_handle_missing',
    'promo_code_invalid',
    'period_invalid',
    'additional_data_missing',
    'additional_data_invalid',
    'domain_not_found',
    'domain_status_prohibits',
    'trade_unsupported',
    'authcode_invalid',
    ...handleRefusals,
    'registry_unavailable',
    ...zoneKeyRefusals,
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'owner_unchanged',
    'authcode_missing',
    'not_sold',
    'credit_too_low',
    'order_refused',
    'template_not_found',
    'zone_unavailable',
  ],
})
