import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { integer, unlessBlank, word } from '../primitives/scalars'
import { refusedAs } from '../primitives/refused-as'
import { domainAdditionalData } from './additional-data'

/** Where a domain stands: active, deleted, failed, waiting for data, requested, restore requested, scheduled. */
export const domainStatuses = ['ACT', 'DEL', 'FAI', 'PEN', 'REQ', 'RRQ', 'SCH'] as const
export const domainStatus = z.enum(domainStatuses)

/** Why a name is not the account's any more, or about not to be. */
export const removalReasons = ['transferred', 'expired', 'owner', 'registry', 'policy'] as const

/** How far a deletion is. */
export const deleteStatuses = [
  'none',
  'soft_quarantine',
  'quarantine',
  'pending_delete',
  'deleted',
  'transferred',
] as const

/** Whether a domain renews by itself; `default` follows the account. */
export const autorenew = refusedAs(word('on', 'off', 'default'), { wrong: 'autorenew_invalid' })

/** Unit of a period: year, month, quarter. */
export const periodUnit = refusedAs(word('y', 'm', 'q'), { wrong: 'period_invalid' })

/** A nameserver of a domain, with its addresses where it needs glue. */
export const domainNameserver = z
  .object({
    name: z.string().trim().max(255),
    ip: unlessBlank,
    ip6: unlessBlank,
    seq_nr: integer({ min: 0 }).optional(),
  })
  .meta({ id: 'DomainNameserver' })

/** An option that existing clients know and nobody is sold here; saying no to it is no harm. */
export function unoffered<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ description: 'Not offered here: refused when it is asked for.' })
}

/** A DNSSEC key as registries take it (RFC 4034 section 2). */
export const dnssecKey = z
  .object({
    flags: integer({ min: 0, max: 65_535 }),
    protocol: integer({ min: 0, max: 255 }),
    alg: integer({ min: 0, max: 255 }),
    pub_key: z.string().max(8192),
    readonly: integer({ min: 0, max: 1 }).optional().meta({ description: '1 when the platform keeps the key.' }),
  })
  .meta({ id: 'DnssecKey' })

const registryStatus = z.object({ value: z.int(), is_changeable: z.boolean() }).meta({ id: 'RegistryStatus' })

const registryStatuses = z
  .object({ client_hold: registryStatus, client_transfer_prohibited: registryStatus })
  .partial()
  .meta({ id: 'RegistryStatuses' })

const historyEntry = z
  .object({
    type: z.string(),
    subject: z.string(),
    contents: z.string(),
    domain: z.string(),
    ip: z.string(),
    timestamp: wireDate,
  })
  .partial()
  .meta({ id: 'DomainHistoryEntry' })

const apiHistoryEntry = z
  .object({ cmd: z.string(), created_at: wireDate, domain_id: z.int(), in: z.string(), out: z.string() })
  .partial()
  .meta({ id: 'DomainApiHistoryEntry' })

const abuseDetails = z
  .object({
    abuse_id: z.int(),
    abuse_action: z.string(),
    abuse_status: z.string(),
    is_domain_held: z.boolean(),
    message: z.string(),
    created_at: wireDate,
    expired_at: wireDate,
    suspended_at: wireDate,
  })
  .partial()
  .meta({ id: 'AbuseDetails' })

/** A domain of the account. What only a `with_…` parameter asks for is absent without it. */
export const domain = z
  .object({
    id: z.int(),
    domain: domainName,
    unicode_name: z
      .string()
      .optional()
      .meta({ description: 'The whole name as people read it, where `domain` has A-labels.' }),
    reseller_id: z.int(),
    status: domainStatus,
    type: z.enum(['NEW', 'TRADE', 'TRANSFER']).optional(),
    unit: z.enum(['y', 'm', 'q']).optional(),
    autorenew: z.enum(['on', 'off', 'default']),
    owner_handle: z.string(),
    admin_handle: z.string(),
    tech_handle: z.string(),
    billing_handle: z.string(),
    reseller_handle: z.string(),
    owner: z.object({ company_name: z.string(), full_name: z.string() }).optional(),
    owner_company_name: z.string().optional(),
    comments: z.string().optional(),
    comments_last_changed_at: wireDate.optional(),

    name_servers: z.array(domainNameserver),
    ns_group: z.string().optional(),
    nsgroup_id: z.int().optional(),
    ns_template_id: z.int().optional(),
    ns_template_name: z.string().optional(),
    dnssec: z.enum(['signedDelegation', 'unsigned']).optional(),
    dnssec_keys: z.array(dnssecKey).optional(),
    is_dnssec_enabled: z.boolean().optional(),
    is_sectigo_dns_enabled: z.boolean().optional(),
    has_active_sectigo_zone: z.boolean().optional(),
    is_spamexperts_enabled: z.boolean().optional(),
    is_parked: z.boolean().optional(),

    order_date: wireDate,
    creation_date: wireDate,
    active_date: wireDate,
    last_changed: wireDate,
    expiration_date: wireDate,
    registry_expiration_date: wireDate,
    renewal_date: wireDate.meta({ description: 'The date that renewals go by.' }),
    restorable_until: wireDate.optional(),
    soft_quarantine_expiry_date: wireDate.optional(),
    hard_quarantine_expiry_date: wireDate.optional(),
    quarantine_expiration_date: wireDate.optional(),
    deleted_at: wireDate.optional(),
    delete_status: z.enum(deleteStatuses).optional(),
    removal_reason: z
      .enum(removalReasons)
      .optional()
      .meta({ description: 'Transferred away, expired, deleted by its owner, by its registry or by policy.' }),
    transfer_out_pending: z.boolean().optional().meta({ description: 'Another registrar asks for the domain.' }),
    scheduled_at: wireDate.optional(),
    scheduled_from: wireDate.optional(),
    renew: z.int().optional(),

    auth_code: z.string(),
    internal_auth_code: z.string().optional(),
    trade_auth_code_required: z.enum(['yes', 'no']).optional(),
    transfer_auth_code_required: z.enum(['yes', 'no']).optional(),

    can_renew: z.boolean().optional(),
    has_history: z.boolean().optional(),
    is_abusive: z.boolean().optional(),
    is_client_hold_enabled: z
      .string()
      .optional()
      .meta({ description: 'Whether the registry holds the domain off the DNS (clientHold), as last seen there.' }),
    registry_refusal: z
      .object({
        reason: z.string(),
        times: z.int(),
        since: wireDate,
        is_tried_again: z.boolean(),
      })
      .optional()
      .meta({
        description:
          'The registry refuses the domain as it is shown here, its name servers for example. After a few equal refusals it is tried again only when the domain is changed or its last operation is restarted.',
      }),
    is_deleted: z.boolean(),
    is_hosted_whois: z.boolean().optional(),
    is_lockable: z.boolean().optional(),
    is_locked: z.boolean(),
    is_premium: z.boolean().optional(),
    is_private_whois_allowed: z.boolean().optional(),
    is_private_whois_enabled: z.boolean().optional(),
    modify_owner_allowed: z.boolean().optional(),
    trade_allowed: z.boolean().optional(),
    transfer_cancel_supported: z.boolean().optional(),
    use_domicile: z.boolean().optional(),

    application_id: z.string().optional(),
    application_mode: z.string().optional(),
    application_mode_title: z.string().optional(),
    application_mode_expiration_date: wireDate.optional(),
    application_notice_id: z.string().optional(),
    application_smd: z.string().optional(),

    additional_data: domainAdditionalData.optional(),
    history: z.array(historyEntry).optional(),
    api_history: z.array(apiHistoryEntry).optional(),
    abuse_details: abuseDetails.optional(),
    registry_statuses: registryStatuses.optional(),
    verification_email_name: z.string().optional(),
    verification_email_status: z.string().optional(),
    verification_email_status_description: z.string().optional(),
    verification_email_exp_date: wireDate.optional(),
    whois_privacy_data: z.object({ expiration_date: wireDate }).optional(),
  })
  .meta({ id: 'Domain' })
