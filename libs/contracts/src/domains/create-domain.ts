import { z } from 'zod'
import { operation } from '../operation'
import { authCode } from '../primitives/auth-code'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { refusedAs } from '../primitives/refused-as'
import { amount, flag, integer, neededHandle, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, periodUnit, unoffered } from './domain'
import { descriptions, orderedDomain } from './domain-fields'
import { nameRefusals } from './name-refusals'
import { handleRefusals, nameserverRefusals, zoneKeyRefusals } from './order-refusals'

/** Registers a domain. Returns ACT if the registry answered in time, otherwise REQ. */
export const createDomain = operation({
  id: 'domains.create',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains',
  summary: 'Register a domain',
  description:
    'Use after domains.check returned free and domains.prices returned the price. The account is charged when the registry has registered the domain. Returns ACT if the registry answered in time, otherwise REQ: check again with domains.get. A registration that the registry refuses is kept as failed: fix the cause and use domains.restart-last-operation. Deleting the domain does not refund the price.',
  body: z.object({
    domain: domainName.describe('Name to register, in Unicode or as A-labels.'),
    period: refusedAs(integer(), { missing: 'period_missing', wrong: 'period_invalid' }).describe(
      'Number of years to register for, such as 1; see min_period and max_period of tlds.get.',
    ),
    unit: periodUnit.optional().describe('Unit of the period: `y`, years, by default. Only whole years are sold.'),
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }).describe(
      descriptions.ownerHandle,
    ),
    admin_handle: unlessBlank.describe(descriptions.adminHandle),
    tech_handle: unlessBlank.describe(descriptions.techHandle),
    billing_handle: unlessBlank.describe(descriptions.billingHandle),
    reseller_handle: unlessBlank.describe(descriptions.resellerHandle),
    name_servers: z.array(domainNameserver).max(13).optional().describe(descriptions.nameServers),
    ns_group: unlessBlank.describe(descriptions.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(descriptions.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template; the platform creates a zone with its records.'),
    dnssec_keys: z.array(dnssecKey).optional().describe(descriptions.dnssecKeys),
    is_dnssec_enabled: flag.prefault(false).describe(descriptions.isDnssecEnabled),
    autorenew: autorenew.prefault('default').describe(descriptions.autorenew),
    auth_code: unlessBlank.describe('Auth code for later transfers; created by the platform if absent.'),
    comments: text.optional().describe(descriptions.comments),
    is_private_whois_enabled: flag.prefault(false).describe(descriptions.isPrivate),
    is_easy_dmarc_enabled: flag
      .prefault(false)
      .describe('Also order e-mail DMARC for the domain, at its price; false by default.'),
    is_sectigo_dns_enabled: unoffered(flag.optional()),
    is_spamexperts_enabled: unoffered(flag.optional()),
    is_hosted_accreditation: unoffered(flag.optional()),
    use_domicile: unoffered(flag.prefault(false)),
    accept_premium_fee: amount.optional().describe(descriptions.acceptPremiumFee),
    accept_eap_fee: amount.optional().describe('Fee of the early access phase that you accept.'),
    promo_code: unlessBlank.describe(descriptions.promoCode),
    provider: unlessBlank.describe('Always openprovider, which stands for this platform; may be absent.'),
    application_mode: unlessBlank.describe(descriptions.applicationMode),
    application_notice_id: unlessBlank.describe(descriptions.applicationNotice),
    application_smd: z.string().max(65_536).optional().describe(descriptions.applicationSmd),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    id: z.int().describe('Number of the domain; other operations use it as id.'),
    status: domainStatus.describe(descriptions.status),
    activation_date: wireDate.optional().describe('When the registry registered the domain.'),
    expiration_date: wireDate.optional().describe(descriptions.expirationDate),
    renewal_date: wireDate.optional().describe(descriptions.renewalDate),
    auth_code: authCode(z.string())
      .optional()
      .describe('Code that authorizes a transfer of the domain; only once it is registered.'),
    additional_data: domainAdditionalData.optional(),
  }),
  errors: [
    'autorenew_invalid',
    'order_loop',
    ...nameRefusals,
    'period_missing',
    'nameserver_address_missing',
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
    'domain_in_account',
    'domain_not_active',
    'domain_reserved',
    'registry_refused',
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
    'key_spend_limit',
    'order_refused',
    'order_failed',
  ],
  example: { domain: orderedDomain, period: 1, owner_handle: 'AJ100001-NL', ns_group: 'dns-openprovider' },
  schemas: { request: 'domainCreateDomainRequest', response: 'domainCreateDomainResponse' },
})
