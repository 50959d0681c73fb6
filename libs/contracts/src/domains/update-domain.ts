import { z } from 'zod'
import { operation } from '../operation'
import { optionalDay } from '../primitives/dates'
import { amount, flag, integer, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, unoffered } from './domain'
import { handleRefusals, nameserverRefusals, zoneKeyRefusals } from './order-refusals'
import { domainId, sameDomain, about } from './about-domains'

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
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
    owner_handle: unlessBlank.describe(
      'Handle of another registrant, where the extension lets an update change it; otherwise use domains.trade.',
    ),
    admin_handle: unlessBlank.describe(about.adminHandle),
    tech_handle: unlessBlank.describe(about.techHandle),
    billing_handle: unlessBlank.describe(about.billingHandle),
    reseller_handle: unlessBlank.describe(about.resellerHandle),
    name_servers: z.array(domainNameserver).max(13).optional().describe(about.nameServers),
    ns_group: unlessBlank.describe(about.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(about.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template, where the domain has no zone here.'),
    remove_nses: flag.optional().describe('Take all name servers off the domain, which ends its delegation.'),
    dnssec_keys: z
      .array(dnssecKey)
      .optional()
      .describe('DNSSEC keys of the zone on name servers of your own; replaces all that the registry has.'),
    is_dnssec_enabled: flag.optional().describe(about.isDnssecEnabled),
    autorenew: autorenew.optional().describe(about.autorenew),
    auth_code: unlessBlank.describe('New auth code of the domain.'),
    reset_auth_code: flag.optional().describe('Make a new auth code.'),
    comments: text.optional().describe(about.comments),
    is_locked: flag.optional().describe('Lock the domain against transfers, or unlock it.'),
    is_private_whois_enabled: flag.optional().describe(about.isPrivate),
    is_sectigo_dns_enabled: unoffered(flag.optional()),
    is_spamexperts_enabled: unoffered(flag.optional()),
    use_domicile: unoffered(flag.optional()),
    scheduled_at: optionalDay.describe('Another day for a scheduled transfer, as `YYYY-MM-DD`.'),
    accept_update_fee: amount.optional().describe('Accepted without effect: no update has a fee.'),
    force_registry_update: flag.optional().describe('Send the data to the registry again even if nothing differs.'),
    additional_data: domainAdditionalData
      .optional()
      .describe('What the extension asks for; fields that are absent stay.'),
  }),
  result: z.object({ id: z.int().describe('Number of the domain.'), status: domainStatus.describe(about.status) }),
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
