import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { amount, flag, integer, neededHandle, text, unlessBlank } from '../primitives/scalars'
import { refusedAs } from '../primitives/refused-as'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, periodUnit, unoffered } from './domain'
import { nameRefusals } from './name-refusals'
import { handleRefusals, nameserverRefusals, zoneKeyRefusals } from './order-refusals'

/** Registers a domain. Answers the state that was reached: ACT when the registry was quick, REQ when it was not. */
export const createDomain = operation({
  id: 'domains.create',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains',
  summary: 'Register a domain',
  description:
    'Use after domains.check said free and domains.prices told the price. Charges the account when the registry has registered it. Answers ACT when that was quick, else REQ: look again with domains.get. Deleting it gives the name away, not the money back.',
  body: z.object({
    domain: domainName,
    period: refusedAs(integer(), { missing: 'period_missing', wrong: 'period_invalid' }),
    unit: periodUnit.optional().meta({ description: 'Of the period; years unless it is said. Whole years are sold.' }),
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }),
    admin_handle: unlessBlank,
    tech_handle: unlessBlank,
    billing_handle: unlessBlank,
    reseller_handle: unlessBlank,
    name_servers: z.array(domainNameserver).max(13).optional().meta({ description: 'This or ns_group.' }),
    ns_group: unlessBlank.meta({ description: 'Name of a nameserver group.' }),
    ns_template_id: integer({ min: 0 }).optional().meta({ description: 'Number of the template; 0 is none.' }),
    ns_template_name: unlessBlank.meta({ description: 'Template of the zone that comes with the name.' }),
    dnssec_keys: z.array(dnssecKey).optional(),
    is_dnssec_enabled: flag.prefault(false),
    autorenew: autorenew.prefault('default'),
    auth_code: unlessBlank,
    comments: text.optional(),
    is_private_whois_enabled: flag.prefault(false),
    is_easy_dmarc_enabled: flag.prefault(false).meta({ description: 'Order e-mail DMARC with the domain.' }),
    is_sectigo_dns_enabled: unoffered(flag.optional()),
    is_spamexperts_enabled: unoffered(flag.optional()),
    is_hosted_accreditation: unoffered(flag.optional()),
    use_domicile: unoffered(flag.prefault(false)),
    accept_premium_fee: amount
      .optional()
      .meta({ description: 'The price of a premium name that the caller agrees to.' }),
    accept_eap_fee: amount
      .optional()
      .meta({ description: 'The fee of an early access phase that the caller agrees to.' }),
    promo_code: unlessBlank,
    provider: unlessBlank.meta({ description: 'openprovider, the only one there is.' }),
    application_mode: unlessBlank.meta({ description: 'Phase of a launch that the name is ordered in.' }),
    application_notice_id: unlessBlank.meta({ description: 'The claims notice that was accepted.' }),
    application_smd: z
      .string()
      .max(65_536)
      .optional()
      .meta({ description: 'The signed mark as its file holds it, in Base64.' }),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    id: z.int(),
    status: domainStatus,
    activation_date: wireDate.optional(),
    expiration_date: wireDate.optional(),
    renewal_date: wireDate.optional(),
    auth_code: z.string().optional(),
    additional_data: domainAdditionalData.optional(),
  }),
  errors: [
    'autorenew_invalid',
    ...nameRefusals,
    'period_missing',
    'owner_handle_missing',
    'provider_invalid',
    'promo_code_invalid',
    'privacy_unavailable',
    'application_mode_missing',
    'application_mode_closed',
    'application_mode_wrong',
    'preregistration_closed',
    'tld_not_open',
    'claims_notice_missing',
    'signed_mark_missing',
    'signed_mark_invalid',
    'additional_data_missing',
    'additional_data_invalid',
    'contract_unsigned',
    'period_invalid',
    ...handleRefusals,
    'nameservers_missing',
    'nameservers_too_few',
    ...nameserverRefusals,
    'ns_group_not_found',
    'template_not_found',
    'zone_unavailable',
    'domain_not_free',
    'domain_order_duplicate',
    'registry_unavailable',
    ...zoneKeyRefusals,
    'dnssec_unavailable',
    'zone_not_found',
    'not_sold',
    'premium_unavailable',
    'premium_fee_unaccepted',
    'early_access_fee_unaccepted',
    'early_access_fee_wrong',
    'credit_too_low',
    'order_refused',
  ],
})
