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
import { about } from './about-domains'

/** Registers a domain. Answers the state that was reached: ACT when the registry was quick, REQ when it was not. */
export const createDomain = operation({
  id: 'domains.create',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains',
  summary: 'Register a domain',
  description:
    'Use after domains.check said free and domains.prices told the price. Charges the account when the registry has registered it. Answers ACT when that was quick, else REQ: look again with domains.get. What the registry refuses meanwhile is a failure, kept for domains.restart-last-operation. Deleting it gives the name away, not the money back.',
  body: z.object({
    domain: domainName.describe('Name to register; letters beyond ASCII may come as they are or as an A-label.'),
    period: refusedAs(integer(), { missing: 'period_missing', wrong: 'period_invalid' }).describe(
      'Number of years to register for, such as 1; the extension tells the bounds (tlds.get).',
    ),
    unit: periodUnit.optional().describe('Unit of the period: `y`, years, by default. Only whole years are sold.'),
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }).describe(
      about.ownerHandle,
    ),
    admin_handle: unlessBlank.describe(about.adminHandle),
    tech_handle: unlessBlank.describe(about.techHandle),
    billing_handle: unlessBlank.describe(about.billingHandle),
    reseller_handle: unlessBlank.describe(about.resellerHandle),
    name_servers: z.array(domainNameserver).max(13).optional().describe(about.nameServers),
    ns_group: unlessBlank.describe(about.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(about.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template; a zone with its records is made with the domain.'),
    dnssec_keys: z.array(dnssecKey).optional().describe(about.dnssecKeys),
    is_dnssec_enabled: flag.prefault(false).describe(about.isDnssecEnabled),
    autorenew: autorenew.prefault('default').describe(about.autorenew),
    auth_code: unlessBlank.describe('Code for later transfers; made by the platform when absent.'),
    comments: text.optional().describe(about.comments),
    is_private_whois_enabled: flag.prefault(false).describe(about.isPrivate),
    is_easy_dmarc_enabled: flag
      .prefault(false)
      .describe('Order e-mail DMARC with the domain, for its price; false by default.'),
    is_sectigo_dns_enabled: unoffered(flag.optional()),
    is_spamexperts_enabled: unoffered(flag.optional()),
    is_hosted_accreditation: unoffered(flag.optional()),
    use_domicile: unoffered(flag.prefault(false)),
    accept_premium_fee: amount.optional().describe(about.acceptPremiumFee),
    accept_eap_fee: amount.optional().describe('Fee of the early access phase that the caller agrees to.'),
    promo_code: unlessBlank.describe(about.promoCode),
    provider: unlessBlank.describe('Always openprovider, which stands for this platform; may be absent.'),
    application_mode: unlessBlank.describe(about.applicationMode),
    application_notice_id: unlessBlank.describe(about.applicationNotice),
    application_smd: z.string().max(65_536).optional().describe(about.applicationSmd),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    id: z.int().describe('Number of the domain, with which operations name it.'),
    status: domainStatus.describe(about.status),
    activation_date: wireDate.optional().describe('When the registry registered the domain.'),
    expiration_date: wireDate.optional().describe(about.expirationDate),
    renewal_date: wireDate.optional().describe(about.renewalDate),
    auth_code: z
      .string()
      .optional()
      .describe('Code that authorizes a transfer of the domain; only once it is registered.'),
    additional_data: domainAdditionalData.optional(),
  }),
  errors: [
    'autorenew_invalid',
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
    'order_refused',
    'order_failed',
  ],
})
