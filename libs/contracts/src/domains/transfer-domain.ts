import { z } from 'zod'
import { operation } from '../operation'
import { authCode } from '../primitives/auth-code'
import { optionalDay, wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { refusedAs } from '../primitives/refused-as'
import { amount, flag, integer, neededHandle, text, unlessBlank } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { autorenew, dnssecKey, domainNameserver, domainStatus, periodUnit, unoffered } from './domain'
import { descriptions, orderedDomain } from './domain-fields'
import { nameRefusals } from './name-refusals'
import { handleRefusals, nameserverRefusals, zoneKeyRefusals } from './order-refusals'

/** Transfers a domain in from another registrar. */
export const transferDomain = operation({
  id: 'domains.transfer',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains/transfer',
  summary: 'Transfer a domain in',
  description:
    'Transfers a domain from another registrar to this account, or from another account of the platform with the internal code. Usually needs the auth code of the owner. The account is charged when the transfer is completed; until then domains.delete can cancel it. A transfer that the registry refuses is kept as failed: fix the cause and use domains.restart-last-operation.',
  body: z.object({
    domain: domainName.describe('Name of the domain to transfer.'),
    owner_handle: refusedAs(neededHandle, { missing: 'owner_handle_missing', wrong: 'owner_handle_invalid' }).describe(
      descriptions.ownerHandle,
    ),
    admin_handle: unlessBlank.describe(descriptions.adminHandle),
    tech_handle: unlessBlank.describe(descriptions.techHandle),
    billing_handle: unlessBlank.describe(descriptions.billingHandle),
    reseller_handle: unlessBlank.describe(descriptions.resellerHandle),
    auth_code: unlessBlank.describe(
      'Auth code that the owner got from the current registrar, if the extension requires it. The internal code transfers a domain from another account of the platform.',
    ),
    at: optionalDay.describe('Day on which the transfer starts, as `YYYY-MM-DD`; at once when absent.'),
    unit: periodUnit.optional().describe('Unit of the period: `y`, years, by default.'),
    name_servers: z.array(domainNameserver).max(13).optional().describe(descriptions.nameServers),
    ns_group: unlessBlank.describe(descriptions.nsGroup),
    ns_template_id: integer({ min: 0 }).optional().describe(descriptions.templateId),
    ns_template_name: unlessBlank.describe('Name of a DNS template; the platform creates a zone with its records.'),
    dnssec_keys: z.array(dnssecKey).optional().describe(descriptions.dnssecKeys),
    is_dnssec_enabled: flag.prefault(false).describe(descriptions.isDnssecEnabled),
    autorenew: autorenew.prefault('default').describe(descriptions.autorenew),
    comments: text.optional().describe(descriptions.comments),
    is_private_whois_enabled: flag.prefault(false).describe(descriptions.isPrivate),
    is_hosted_accreditation: unoffered(flag.optional()),
    use_domicile: unoffered(flag.prefault(false)),
    import_contacts_from_registry: unoffered(flag.optional()),
    import_nameservers_from_registry: flag
      .optional()
      .describe('Keep the current name servers; also the behaviour if none are given.'),
    accept_premium_fee: amount.optional().describe(descriptions.acceptPremiumFee),
    accept_quarantine_fee: flag.optional().describe('Accepted without effect.'),
    promo_code: unlessBlank.describe(descriptions.promoCode),
    roid: unlessBlank.describe('Repository object identifier (ROID), if the registry asks for it.'),
    additional_data: domainAdditionalData.optional(),
  }),
  result: z.object({
    id: z.int().describe('Number of the domain; other operations use it as id.'),
    status: domainStatus.describe(descriptions.status),
    auth_code: authCode(z.string())
      .optional()
      .describe('Code that authorizes a later transfer; only when the transfer is completed.'),
    expiration_date: wireDate.optional().describe(descriptions.expirationDate),
    renewal_date: wireDate.optional().describe(descriptions.renewalDate),
  }),
  errors: [
    'autorenew_invalid',
    'order_loop',
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
    'key_spend_limit',
    'order_refused',
    'order_failed',
  ],
  example: {
    domain: orderedDomain,
    owner_handle: 'AJ100001-NL',
    auth_code: 'k7!Rp2nq',
    ns_group: 'dns-openprovider',
  },
  schemas: { request: 'domainTransferDomainRequest', response: 'domainTransferDomainResponse' },
})
