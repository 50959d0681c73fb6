import { z } from 'zod'
import { operation } from '../operation'
import { isoDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { amount, flag, integer, resourceId, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, unoffered } from './domain'
import { handleRefusals, nameserverRefusals, zoneKeyRefusals } from './order-refusals'

/** Changes a domain; what is not sent stays. */
export const updateDomain = operation({
  id: 'domains.update',
  service: 'domains',
  effect: 'write',
  // reset_auth_code makes another code each time.
  isIdempotent: false,
  method: 'PUT',
  path: '/v1/domains/:id',
  summary: 'Update a domain',
  description:
    'Changes nameservers, people, lock, renewal or DNSSEC keys of a domain; what is not sent stays. What the registry refuses goes back to what it was. Privacy that is switched on is charged; that, and autorenew switched on, take a token that may purchase. All else costs nothing. Undone by another update.',
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
    ns_template_id: integer({ min: 0 }).optional().meta({ description: 'Number of the template; 0 is none.' }),
    ns_template_name: unlessBlank.meta({ description: 'Template of the zone, where the name has none.' }),
    remove_nses: flag.optional().meta({ description: 'Take all nameservers off the domain.' }),
    dnssec_keys: z.array(dnssecKey).optional(),
    is_dnssec_enabled: flag.optional(),
    autorenew: autorenew.optional(),
    auth_code: unlessBlank,
    reset_auth_code: flag.optional(),
    comments: text.optional(),
    is_locked: flag.optional(),
    is_private_whois_enabled: flag.optional(),
    is_sectigo_dns_enabled: unoffered(flag.optional()),
    is_spamexperts_enabled: unoffered(flag.optional()),
    use_domicile: unoffered(flag.optional()),
    scheduled_at: isoDate.optional().meta({ description: 'Another day for a scheduled transfer.' }),
    accept_update_fee: amount.optional().meta({ description: 'Without effect: no update has a fee.' }),
    force_registry_update: flag.optional(),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({ id: z.int(), status: domainStatus }),
  errors: [
    'autorenew_invalid',
    'domain_not_found',
    'domain_status_prohibits',
    ...handleRefusals,
    'nameservers_too_few',
    ...nameserverRefusals,
    'ns_group_not_found',
    'extension_invalid',
    'additional_data_invalid',
    'authcode_not_resettable',
    'domain_lock_prohibited',
    'privacy_unavailable',
    'not_sold',
    'credit_too_low',
    'order_refused',
    'domain_not_lockable',
    'lock_needs_public_whois',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
    ...zoneKeyRefusals,
    'dnssec_unavailable',
    'zone_not_found',
    'template_not_found',
    'zone_unavailable',
  ],
})
