import { z } from 'zod'
import { operation } from '../operation'
import { optionalDay } from '../primitives/dates'
import { amount, flag, integer, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, unoffered } from './domain'
import { domainId, sameDomain, descriptions } from './domain-fields'
import { handleRefusals, nameserverRefusals, zoneKeyRefusals } from './order-refusals'

/** Changes a domain. Absent fields stay as they are. */
export const updateDomain = operation({
  id: 'domains.update',
  service: 'domains',
  effect: 'write',
  // reset_auth_code creates a new code each time.
  isIdempotent: false,
  method: 'PUT',
  path: '/v1/domains/:id',
  admitsLimitedKeys: true,
  summary: 'Update a domain',
  description:
    'Changes name servers, contacts, lock, autorenew or DNSSEC keys of a domain. Absent fields stay as they are. Changes that the registry refuses are reverted. Switching privacy on is charged. Switching privacy or autorenew on needs a token with the right `purchase`; a new auth code needs `transfer-codes`. Everything else is free of charge. Undo with another update.',
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
    owner_handle: unlessBlank.describe(
      'Handle of another registrant, where the extension lets an update change it; otherwise use domains.trade.',
    ),
    admin_handle: unlessBlank.describe(descriptions.adminHandle),
    tech_handle: unlessBlank.describe(descriptions.techHandle),
    billing_handle: unlessBlank.describe(descriptions.billingHandle),
    reseller_handle: unlessBlank.describe(descriptions.resellerHandle),
    name_servers: z.array(domainNameserver).max(13).optional().describe(descriptions.nameServers),
    ns_group: unlessBlank.describe(descriptions.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(descriptions.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template, if the domain has no zone here.'),
    remove_nses: flag.optional().describe('Remove all name servers, which ends the delegation of the domain.'),
    dnssec_keys: z
      .array(dnssecKey)
      .optional()
      .describe('DNSSEC keys of the zone on name servers of your own; replaces all keys at the registry.'),
    is_dnssec_enabled: flag.optional().describe(descriptions.isDnssecEnabled),
    autorenew: autorenew.optional().describe(descriptions.autorenew),
    auth_code: unlessBlank.describe('New auth code of the domain.'),
    reset_auth_code: flag.optional().describe('Create a new auth code.'),
    comments: text.optional().describe(descriptions.comments),
    keep_zone_history: flag.optional().describe(descriptions.keepZoneHistory),
    is_locked: flag.optional().describe('Lock the domain against transfers, or unlock it.'),
    is_private_whois_enabled: flag.optional().describe(descriptions.isPrivate),
    is_sectigo_dns_enabled: unoffered(flag.optional()),
    is_spamexperts_enabled: unoffered(flag.optional()),
    use_domicile: unoffered(flag.optional()),
    scheduled_at: optionalDay.describe('New day for a scheduled transfer, as `YYYY-MM-DD`.'),
    accept_update_fee: amount.optional().describe('Accepted without effect: no update has a fee.'),
    force_registry_update: flag.optional().describe('Send the data to the registry even if nothing has changed.'),
    additional_data: domainAdditionalData
      .optional()
      .describe('Additional data of the extension; absent fields stay as they are.'),
  }),
  result: z.object({
    id: z.int().describe('Number of the domain.'),
    status: domainStatus.describe(descriptions.status),
  }),
  errors: [
    'autorenew_invalid',
    'order_loop',
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
    'key_spend_limit',
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
  example: { ns_group: 'dns-openprovider', is_locked: true, autorenew: 'off' },
  schemas: { request: 'domainUpdateDomainRequest', response: 'domainUpdateDomainResponse' },
})
