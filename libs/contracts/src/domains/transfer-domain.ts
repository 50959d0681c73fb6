import { z } from 'zod'
import { operation } from '../operation'
import { isoDate, wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { amount, flag, handle, integer, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, periodUnit } from './domain'

/** Brings a domain here from another registrar. */
export const transferDomain = operation({
  id: 'domains.transfer',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains/transfer',
  summary: 'Transfer a domain in',
  body: z.object({
    domain: domainName,
    owner_handle: handle,
    admin_handle: unlessBlank,
    tech_handle: unlessBlank,
    billing_handle: unlessBlank,
    reseller_handle: unlessBlank,
    auth_code: unlessBlank.meta({ description: 'The authcode, where the extension asks for it.' }),
    at: isoDate.optional().meta({ description: 'Day on which to start; now when absent.' }),
    unit: periodUnit.optional(),
    name_servers: z.array(domainNameserver).max(13).optional(),
    ns_group: unlessBlank,
    ns_template_id: integer({ min: 0 }).optional(),
    ns_template_name: unlessBlank,
    dnssec_keys: z.array(dnssecKey).optional(),
    is_dnssec_enabled: flag.prefault(false),
    autorenew: autorenew.prefault('default'),
    comments: text.optional(),
    is_private_whois_enabled: flag.prefault(false),
    is_hosted_accreditation: flag.optional(),
    use_domicile: flag.prefault(false),
    import_contacts_from_registry: flag.optional(),
    import_nameservers_from_registry: flag.optional(),
    accept_premium_fee: amount.optional(),
    accept_quarantine_fee: flag.optional(),
    promo_code: unlessBlank,
    roid: unlessBlank.meta({ description: 'Number of the object at the registry.' }),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    id: z.int(),
    status: domainStatus,
    auth_code: z.string().optional(),
    expiration_date: wireDate.optional(),
    renewal_date: wireDate.optional(),
  }),
  errors: [
    'domain_name_invalid',
    'extension_invalid',
    'authcode_missing',
    'authcode_invalid',
    'domain_free',
    'domain_in_account',
    'domain_locked',
    'transfer_running',
    'domain_order_duplicate',
    'owner_handle_invalid',
    'admin_handle_invalid',
    'tech_handle_invalid',
    'billing_handle_invalid',
    'nameserver_name_invalid',
    'nameserver_ip_invalid',
    'ns_group_not_found',
    'registry_unavailable',
  ],
})
