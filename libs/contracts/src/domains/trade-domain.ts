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
import { about } from './about-domains'

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
    domain: domainName.describe('Name of the domain that gets another registrant.'),
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }).describe(
      'Handle of the new registrant, such as AT123456-NL.',
    ),
    admin_handle: unlessBlank.describe(about.adminHandle),
    tech_handle: unlessBlank.describe(about.techHandle),
    billing_handle: unlessBlank.describe(about.billingHandle),
    auth_code: unlessBlank.describe('Code that authorizes the change, where the extension asks for it.'),
    period: integer().optional().describe('1 or absent: a trade does not change the term.'),
    name_servers: z.array(domainNameserver).max(13).optional().describe(about.nameServers),
    ns_group: unlessBlank.describe(about.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(about.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template, where the domain has no zone here.'),
    dnssec_keys: z.array(dnssecKey).optional().describe(about.dnssecKeys),
    autorenew: autorenew.optional().describe(about.autorenew),
    comments: text.optional().describe(about.comments),
    use_domicile: unoffered(flag.optional()),
    promo_code: unlessBlank.describe(about.promoCode),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    status: domainStatus.describe(about.status),
    creation_date: wireDate.optional().describe('When the registry created the domain.'),
    expiration_date: wireDate.optional().describe(about.expirationDate),
    renewal_date: wireDate.optional().describe(about.renewalDate),
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
