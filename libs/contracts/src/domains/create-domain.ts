import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { amount, flag, handle, integer, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, periodUnit } from './domain'

/** Registers a domain. Answers the state that was reached: ACT when the registry was quick, REQ when it was not. */
export const createDomain = operation({
  id: 'domains.create',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains',
  summary: 'Register a domain',
  body: z.object({
    domain: domainName,
    period: integer(),
    unit: periodUnit.optional(),
    owner_handle: handle,
    admin_handle: unlessBlank,
    tech_handle: unlessBlank,
    billing_handle: unlessBlank,
    reseller_handle: unlessBlank,
    name_servers: z.array(domainNameserver).max(13).optional().meta({ description: 'This or ns_group.' }),
    ns_group: unlessBlank.meta({ description: 'Name of a nameserver group.' }),
    ns_template_id: integer({ min: 0 }).optional(),
    ns_template_name: unlessBlank,
    dnssec_keys: z.array(dnssecKey).optional(),
    is_dnssec_enabled: flag.prefault(false),
    autorenew: autorenew.prefault('default'),
    auth_code: unlessBlank,
    comments: text.optional(),
    is_private_whois_enabled: flag.prefault(false),
    is_easy_dmarc_enabled: flag.prefault(false).meta({ description: 'Order e-mail DMARC with the domain.' }),
    is_sectigo_dns_enabled: flag.optional(),
    is_spamexperts_enabled: flag.optional(),
    is_hosted_accreditation: flag.optional(),
    use_domicile: flag.prefault(false),
    accept_premium_fee: amount
      .optional()
      .meta({ description: 'The price of a premium name that the caller agrees to.' }),
    accept_eap_fee: amount
      .optional()
      .meta({ description: 'The fee of an early access phase that the caller agrees to.' }),
    promo_code: unlessBlank,
    provider: unlessBlank,
    application_mode: unlessBlank,
    application_notice_id: unlessBlank,
    application_smd: z.string().max(65_536).optional(),
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
    'domain_name_invalid',
    'extension_invalid',
    'contract_unsigned',
    'period_invalid',
    'owner_handle_invalid',
    'admin_handle_invalid',
    'tech_handle_invalid',
    'billing_handle_invalid',
    'nameservers_missing',
    'nameservers_too_few',
    'nameserver_name_invalid',
    'nameserver_ip_invalid',
    'nameserver_ip6_invalid',
    'ns_group_not_found',
    'domain_not_free',
    'domain_order_duplicate',
    'registry_unavailable',
    'dnssec_key_invalid',
    'dnssec_protocol_invalid',
    'dnssec_algorithm_unsupported',
    'dnssec_key_not_base64',
    'not_sold',
    'premium_unavailable',
    'premium_fee_unaccepted',
    'early_access_fee_unaccepted',
    'early_access_fee_wrong',
    'credit_too_low',
    'order_refused',
  ],
})
