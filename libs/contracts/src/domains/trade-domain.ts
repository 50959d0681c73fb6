import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { refusedAs } from '../primitives/refused-as'
import { flag, integer, neededHandle, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, unoffered } from './domain'
import { descriptions, orderedDomain } from './domain-fields'
import { nameRefusals } from './name-refusals'
import { handleRefusals, zoneKeyRefusals } from './order-refusals'

/** Changes the registrant of a domain, if the extension has a procedure for that. */
export const tradeDomain = operation({
  id: 'domains.trade',
  service: 'domains',
  effect: 'purchase',
  isDestructive: true,
  method: 'POST',
  path: '/v1/domains/trade',
  summary: 'Trade a domain to another registrant',
  description:
    'Changes the registrant of a domain if the registry has a procedure for that. May be charged. Undo with another trade, which is charged again.',
  body: z.object({
    domain: domainName.describe('Name of the domain that gets a new registrant.'),
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }).describe(
      'Handle of the new registrant, such as AT123456-NL.',
    ),
    admin_handle: unlessBlank.describe(descriptions.adminHandle),
    tech_handle: unlessBlank.describe(descriptions.techHandle),
    billing_handle: unlessBlank.describe(descriptions.billingHandle),
    auth_code: unlessBlank.describe('Code that authorizes the change, if the extension asks for it.'),
    period: integer().optional().describe('1 or absent: a trade does not change the term.'),
    name_servers: z.array(domainNameserver).max(13).optional().describe(descriptions.nameServers),
    ns_group: unlessBlank.describe(descriptions.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(descriptions.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template, if the domain has no zone here.'),
    dnssec_keys: z.array(dnssecKey).optional().describe(descriptions.dnssecKeys),
    autorenew: autorenew.optional().describe(descriptions.autorenew),
    comments: text.optional().describe(descriptions.comments),
    use_domicile: unoffered(flag.optional()),
    promo_code: unlessBlank.describe(descriptions.promoCode),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    status: domainStatus.describe(descriptions.status),
    creation_date: wireDate.optional().describe('When the registry created the domain.'),
    expiration_date: wireDate.optional().describe(descriptions.expirationDate),
    renewal_date: wireDate.optional().describe(descriptions.renewalDate),
  }),
  errors: [
    'autorenew_invalid',
    'order_loop',
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
    'key_spend_limit',
    'order_refused',
    'template_not_found',
    'zone_unavailable',
  ],
  example: { domain: orderedDomain, owner_handle: 'AJ100001-NL' },
  schemas: { request: 'domainTradeDomainRequest', response: 'domainTradeDomainResponse' },
})
