import { z } from 'zod'
import { operation } from '../operation'
import { isoDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { amount, flag, integer, resourceId, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus } from './domain'

/** Changes a domain; what is not sent stays. */
export const updateDomain = operation({
  id: 'domains.update',
  service: 'domains',
  effect: 'write',
  method: 'PUT',
  path: '/v1/domains/:id',
  summary: 'Update a domain',
  params: z.object({ id: resourceId }),
  body: z.object({
    domain: domainName.partial().optional(),
    owner_handle: unlessBlank.meta({ description: 'Where the extension lets an update change the registrant.' }),
    admin_handle: unlessBlank,
    tech_handle: unlessBlank,
    billing_handle: unlessBlank,
    reseller_handle: unlessBlank,
    name_servers: z.array(domainNameserver).max(13).optional(),
    ns_group: unlessBlank,
    ns_template_id: integer({ min: 0 }).optional(),
    ns_template_name: unlessBlank,
    remove_nses: flag.optional().meta({ description: 'Take all nameservers off the domain.' }),
    dnssec_keys: z.array(dnssecKey).optional(),
    is_dnssec_enabled: flag.optional(),
    autorenew: autorenew.optional(),
    auth_code: unlessBlank,
    reset_auth_code: flag.optional(),
    comments: text.optional(),
    is_locked: flag.optional(),
    is_private_whois_enabled: flag.optional(),
    is_sectigo_dns_enabled: flag.optional(),
    is_spamexperts_enabled: flag.optional(),
    use_domicile: flag.optional(),
    scheduled_at: isoDate.optional().meta({ description: 'Another day for a scheduled transfer.' }),
    accept_update_fee: amount.optional(),
    force_registry_update: flag.optional(),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({ id: z.int(), status: domainStatus }),
  errors: [
    'domain_not_found',
    'domain_status_prohibits',
    'owner_handle_invalid',
    'admin_handle_invalid',
    'tech_handle_invalid',
    'billing_handle_invalid',
    'nameservers_too_few',
    'nameserver_name_invalid',
    'nameserver_ip_invalid',
    'nameserver_ip6_invalid',
    'ns_group_not_found',
    'extension_invalid',
    'authcode_not_resettable',
    'domain_lock_prohibited',
    'domain_not_lockable',
    'lock_needs_public_whois',
    'registry_refused',
    'registry_unavailable',
  ],
})
