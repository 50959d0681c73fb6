import { z } from 'zod'
import { operation } from '../operation'
import { optionalDay, wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { amount, flag, integer, neededHandle, text, unlessBlank } from '../primitives/scalars'
import { refusedAs } from '../primitives/refused-as'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, periodUnit, unoffered } from './domain'
import { nameRefusals } from './name-refusals'
import { handleRefusals, nameserverRefusals, zoneKeyRefusals } from './order-refusals'
import { about } from './about-domains'

/** Brings a domain here from another registrar. */
export const transferDomain = operation({
  id: 'domains.transfer',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains/transfer',
  summary: 'Transfer a domain in',
  description:
    'Brings a domain here from another registrar, or from another account with the internal code. Needs the authcode of its owner in general. Charges the account when it has arrived; until then domains.delete may cancel it. What the registry refuses at once is a failure, kept for domains.restart-last-operation.',
  body: z.object({
    domain: domainName.describe('Name of the domain to bring here.'),
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }).describe(
      about.ownerHandle,
    ),
    admin_handle: unlessBlank.describe(about.adminHandle),
    tech_handle: unlessBlank.describe(about.techHandle),
    billing_handle: unlessBlank.describe(about.billingHandle),
    reseller_handle: unlessBlank.describe(about.resellerHandle),
    auth_code: unlessBlank.describe(
      'Code that the present registrar gave the owner, where the extension asks for it. The internal code moves a domain from another account here.',
    ),
    at: optionalDay.describe('Day on which the transfer starts, as `YYYY-MM-DD`; at once when absent.'),
    unit: periodUnit.optional().describe('Unit of the period: `y`, years, by default.'),
    name_servers: z.array(domainNameserver).max(13).optional().describe(about.nameServers),
    ns_group: unlessBlank.describe(about.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(about.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template; a zone with its records is made with the domain.'),
    dnssec_keys: z.array(dnssecKey).optional().describe(about.dnssecKeys),
    is_dnssec_enabled: flag.prefault(false).describe(about.isDnssecEnabled),
    autorenew: autorenew.prefault('default').describe(about.autorenew),
    comments: text.optional().describe(about.comments),
    is_private_whois_enabled: flag.prefault(false).describe(about.isPrivate),
    is_hosted_accreditation: unoffered(flag.optional()),
    use_domicile: unoffered(flag.prefault(false)),
    import_contacts_from_registry: unoffered(flag.optional()),
    import_nameservers_from_registry: flag
      .optional()
      .describe('Keep the name servers that the registry has; they stay as well when none are given.'),
    accept_premium_fee: amount.optional().describe(about.acceptPremiumFee),
    accept_quarantine_fee: flag.optional().describe('Accepted without effect.'),
    promo_code: unlessBlank.describe(about.promoCode),
    roid: unlessBlank.describe('Number of the object at the registry (ROID), where a registry asks for it.'),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    id: z.int().describe('Number of the domain, with which operations name it.'),
    status: domainStatus.describe(about.status),
    auth_code: z.string().optional().describe('Code that authorizes a later transfer; only once the domain is here.'),
    expiration_date: wireDate.optional().describe(about.expirationDate),
    renewal_date: wireDate.optional().describe(about.renewalDate),
  }),
  errors: [
    'autorenew_invalid',
    ...nameRefusals,
    'owner_handle_missing',
    'promo_code_invalid',
    'privacy_unavailable',
    'period_invalid',
    'additional_data_missing',
    'additional_data_invalid',
    'contract_unsigned',
    'authcode_missing',
    'authcode_invalid',
    'domain_free',
    'domain_in_account',
    'domain_not_active',
    'domain_locked',
    'transfer_running',
    'domain_order_duplicate',
    ...handleRefusals,
    ...nameserverRefusals,
    'ns_group_not_found',
    'template_not_found',
    'zone_unavailable',
    'registry_unavailable',
    ...zoneKeyRefusals,
    'dnssec_unavailable',
    'zone_not_found',
    'registry_refused',
    'transfer_unsupported',
    'internal_transfer',
    'domain_status_prohibits',
    'nameservers_missing',
    'nameservers_too_few',
    'premium_unavailable',
    'premium_fee_unaccepted',
    'not_sold',
    'credit_too_low',
    'order_refused',
    'order_failed',
  ],
})
