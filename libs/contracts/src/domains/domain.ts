import { z } from 'zod'
import { descriptions as aboutPeople } from '../customers/person-fields'
import { descriptions as nameserverDescriptions } from '../dns/nameserver-fields'
import { authCode } from '../primitives/auth-code'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { refusedAs } from '../primitives/refused-as'
import { integer, unlessBlank, word } from '../primitives/scalars'
import { domainAdditionalData } from './additional-data'
import { descriptions } from './domain-fields'

/** Status of a domain: active, deleted, failed, waiting for data, requested, restore requested, scheduled. */
export const domainStatuses = ['ACT', 'DEL', 'FAI', 'PEN', 'REQ', 'RRQ', 'SCH'] as const
export const domainStatus = z.enum(domainStatuses)

/** Reasons why a domain left the account, or will leave it soon. */
export const removalReasons = ['transferred', 'expired', 'owner', 'registry', 'policy'] as const

/** State of a deletion. */
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
    name: z.string().trim().max(255).describe(nameserverDescriptions.name),
    ip: unlessBlank.describe('IPv4 address; needed only for a name server below the domain itself (glue).'),
    ip6: unlessBlank.describe('IPv6 address; needed only for a name server below the domain itself (glue).'),
    seq_nr: integer({ min: 0 })
      .optional()
      .describe('Place in the list, counted from 0; the order of the list when absent.'),
  })
  .meta({ id: 'DomainNameserver', description: 'A name server that the domain is delegated to.' })

/** Known to existing clients but not offered here. `false` is accepted; `true` is refused. */
export function unoffered<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ description: 'Not offered here: refused if it is requested.' })
}

/** A DNSSEC key as registries accept it (RFC 4034 section 2). */
export const dnssecKey = z
  .object({
    flags: integer({ min: 0, max: 65_535 }).describe(
      'Flags of the DNSKEY record: 257 for a key signing key, 256 for a zone signing key.',
    ),
    protocol: integer({ min: 0, max: 255 }).describe('Protocol of the DNSKEY record: always 3.'),
    alg: integer({ min: 0, max: 255 }).describe('Number of the algorithm (IANA registry), such as 13 for ECDSA P-256.'),
    pub_key: z.string().max(8192).describe('Public key in Base64.'),
    readonly: integer({ min: 0, max: 1 })
      .optional()
      .describe('1 when the platform manages the key, 0 when the account does; ignored in requests.'),
  })
  .meta({ id: 'DnssecKey', description: 'A DNSSEC key as the registry publishes it (RFC 4034 section 2).' })

const registryStatus = z
  .object({
    value: z.int().describe('1 when the registry has set the status, else 0.'),
    is_changeable: z.boolean().describe('Whether the account may change it.'),
  })
  .meta({ id: 'RegistryStatus', description: 'An EPP status of the domain.' })

const registryStatuses = z
  .object({
    client_hold: registryStatus.describe('clientHold: the domain is not in the DNS.'),
    client_transfer_prohibited: registryStatus.describe(
      'clientTransferProhibited: the domain is locked against transfers.',
    ),
  })
  .partial()
  .meta({ id: 'RegistryStatuses', description: 'Statuses of the domain as last seen at the registry.' })

const historyEntry = z
  .object({
    type: z.string().describe('What was done, such as create or renew.'),
    subject: z.string().describe('The action and its result.'),
    contents: z.string().describe('What caused the action and, if it was refused, the reason.'),
    domain: z.string().describe('Whole name of the domain, such as example.com.'),
    ip: z.string().describe('Address of the client that requested the action; empty if it is not known.'),
    timestamp: wireDate.describe('When the action was requested.'),
  })
  .partial()
  .meta({ id: 'DomainHistoryEntry', description: 'An action on the domain.' })

const apiHistoryEntry = z
  .object({
    cmd: z.string().describe('EPP command, such as domain:create.'),
    created_at: wireDate.describe('When the command was prepared.'),
    domain_id: z.int().describe('Number of the domain that the command was about.'),
    in: z.string().describe('XML that was sent to the registry, without secrets.'),
    out: z.string().describe('XML that the registry answered, without secrets.'),
  })
  .partial()
  .meta({ id: 'DomainApiHistoryEntry', description: 'An EPP command and its answer.' })

const abuseDetails = z
  .object({
    abuse_id: z.int().describe('Number of the report.'),
    abuse_action: z.string().describe('What was done about the report.'),
    abuse_status: z.string().describe('State of the report.'),
    is_domain_held: z.boolean().describe('Whether the domain is removed from the DNS because of the report.'),
    message: z.string().describe('What was reported.'),
    created_at: wireDate.describe('When it was reported.'),
    expired_at: wireDate.describe('Until when an answer is expected.'),
    suspended_at: wireDate.describe('When the domain was suspended because of it.'),
  })
  .partial()
  .meta({ id: 'AbuseDetails', description: 'A report of abuse.' })

/** A domain of the account. Fields that need a `with_…` parameter are absent without it. */
export const domain = z
  .object({
    id: z.int().describe('Number of the domain; other operations use it as id.'),
    domain: domainName.describe('Name of the domain in its two parts.'),
    unicode_name: z
      .string()
      .optional()
      .describe('The whole name in Unicode; only for names with letters beyond ASCII.'),
    reseller_id: z.int().describe(aboutPeople.resellerId),
    status: domainStatus.describe(descriptions.status),
    type: z
      .enum(['NEW', 'TRADE', 'TRANSFER'])
      .optional()
      .describe('How the account got the domain: `NEW` (registered), `TRANSFER` or `TRADE`.'),
    unit: z.enum(['y', 'm', 'q']).optional().describe('Unit of the period: `y` (years) is the only one offered.'),
    autorenew: z.enum(['on', 'off', 'default']).describe(descriptions.autorenew),
    owner_handle: z.string().describe(descriptions.ownerHandle),
    admin_handle: z.string().describe(descriptions.adminHandle),
    tech_handle: z.string().describe(descriptions.techHandle),
    billing_handle: z.string().describe(descriptions.billingHandle),
    reseller_handle: z.string().describe(descriptions.resellerHandle),
    owner: z
      .object({
        company_name: z.string().describe('Name of the company of the registrant; empty for a private person.'),
        full_name: z.string().describe('First name, prefix and last name of the registrant.'),
      })
      .optional()
      .describe('Name of the registrant.'),
    owner_company_name: z
      .string()
      .optional()
      .describe('Name of the company of the registrant; empty for a private person.'),
    comments: z.string().optional().describe(descriptions.comments),
    keep_zone_history: z.boolean().optional().describe(descriptions.keepZoneHistory),
    comments_last_changed_at: wireDate.optional().describe('When the comments were last changed.'),

    name_servers: z.array(domainNameserver).describe('Name servers that the domain is delegated to, in their order.'),
    ns_group: z
      .string()
      .optional()
      .describe('Name of the name server group in use; empty when the name servers were given one by one.'),
    nsgroup_id: z.int().optional().describe('Number of the name server group in use; 0 without one.'),
    ns_template_id: z.int().optional().describe('Always 0: a zone does not remember the template it was made from.'),
    ns_template_name: z
      .string()
      .optional()
      .describe('Always empty: a zone does not remember the template it was made from.'),
    dnssec: z
      .enum(['signedDelegation', 'unsigned'])
      .optional()
      .describe('Whether the registry publishes a DNSSEC key: `signedDelegation` or `unsigned`.'),
    dnssec_keys: z.array(dnssecKey).optional().describe('DNSSEC keys that the registry publishes.'),
    is_dnssec_enabled: z.boolean().optional().describe('Whether the registry publishes a DNSSEC key.'),
    is_sectigo_dns_enabled: z.boolean().optional().describe('Always false: premium DNS is not offered here.'),
    has_active_sectigo_zone: z.boolean().optional().describe('Always false: premium DNS is not offered here.'),
    is_spamexperts_enabled: z.boolean().optional().describe('Always false: SpamExperts is not offered here.'),
    is_parked: z.boolean().optional().describe('Whether the domain is in soft quarantine and removed from the DNS.'),

    order_date: wireDate.describe('When the domain was ordered.'),
    creation_date: wireDate.describe('When the registry created the domain.'),
    active_date: wireDate.describe('When the domain became active in the account.'),
    last_changed: wireDate.describe('When the domain was last changed.'),
    expiration_date: wireDate.describe(descriptions.expirationDate),
    registry_expiration_date: wireDate.describe('When the domain expires at the registry.'),
    renewal_date: wireDate.describe(descriptions.renewalDate),
    restorable_until: wireDate.optional().describe('Until when the domain can be restored.'),
    soft_quarantine_expiry_date: wireDate
      .optional()
      .describe('When the soft quarantine ends. Until then a renewal restores the domain.'),
    hard_quarantine_expiry_date: wireDate
      .optional()
      .describe('When the hard quarantine ends. Until then only a restore at the registry brings the domain back.'),
    quarantine_expiration_date: wireDate.optional().describe('When the last quarantine ends.'),
    deleted_at: wireDate.optional().describe('When the domain was deleted or left the account.'),
    delete_status: z
      .enum(deleteStatuses)
      .optional()
      .describe(
        'State of the deletion: `none`, `soft_quarantine`, `quarantine`, `pending_delete`, `deleted`, or `transferred` to another registrar.',
      ),
    removal_reason: z
      .enum(removalReasons)
      .optional()
      .describe(
        'Why the domain left the account: transferred away, expired, deleted by its owner, by its registry or by policy.',
      ),
    transfer_out_pending: z
      .boolean()
      .optional()
      .describe('Whether another registrar has requested a transfer of the domain.'),
    scheduled_at: wireDate.optional().describe('Day on which a scheduled transfer starts.'),
    scheduled_from: wireDate
      .optional()
      .describe('Always absent: the account that a scheduled transfer comes from is not shown.'),
    renew: z
      .int()
      .optional()
      .describe('1 where the registry accepts renewals only shortly before the end of the term, else 0.'),

    auth_code: authCode(z.string()).describe(
      'Code that authorizes a transfer to another registrar. Empty for a token without the right `transfer-codes`, or if only the registry knows it.',
    ),
    internal_auth_code: authCode(z.string())
      .optional()
      .describe(
        'Code that authorizes a move to another account here; `0` without one, empty for a token without the right `transfer-codes`.',
      ),
    trade_auth_code_required: z
      .enum(['yes', 'no'])
      .optional()
      .describe('Whether a trade needs the auth code: `yes` or `no`.'),
    transfer_auth_code_required: z
      .enum(['yes', 'no'])
      .optional()
      .describe('Whether a transfer needs the auth code: `yes` or `no`.'),

    can_renew: z.boolean().optional().describe('Whether a renewal by one year would be accepted now.'),
    has_history: z.boolean().optional().describe('Whether there is a history to show; always true.'),
    is_abusive: z.boolean().optional().describe('Whether abuse was reported; always false here.'),
    is_client_hold_enabled: z
      .string()
      .optional()
      .describe(
        'Whether clientHold is set at the registry, which removes the domain from the DNS: `yes` or `no`, as last seen there.',
      ),
    registry_refusal: z
      .object({
        reason: z.string().describe('Text of the refusal from the registry.'),
        times: z.int().describe('How often it refused the same change.'),
        since: wireDate.describe('When it first refused.'),
        is_tried_again: z.boolean().describe('Whether the platform tries again by itself.'),
      })
      .optional()
      .describe(
        'Set when the registry refuses the data shown here, such as the name servers. After a few equal refusals the platform tries again only when the domain is changed or its last operation is restarted.',
      ),
    is_deleted: z.boolean().describe('Whether the domain was deleted or left the account.'),
    is_hosted_whois: z.boolean().optional().describe('Always false: a WHOIS service of your own is not offered here.'),
    is_lockable: z.boolean().optional().describe('Whether the extension lets the domain be locked against transfers.'),
    is_locked: z.boolean().describe('Whether the domain is locked against transfers.'),
    is_premium: z.boolean().optional().describe('Whether the registry sells the name at a price of its own.'),
    is_private_whois_allowed: z.boolean().optional().describe('Whether the extension lets personal data be hidden.'),
    is_private_whois_enabled: z.boolean().optional().describe(descriptions.isPrivate),
    modify_owner_allowed: z
      .boolean()
      .optional()
      .describe('Whether domains.update can change the registrant; otherwise use domains.trade.'),
    trade_allowed: z.boolean().optional().describe('Whether a change of the registrant requires domains.trade.'),
    transfer_cancel_supported: z
      .boolean()
      .optional()
      .describe('Whether a transfer to this account can be cancelled before it is completed.'),
    use_domicile: z.boolean().optional().describe('Always false: a local address service is not offered here.'),

    application_id: z
      .string()
      .optional()
      .describe('Number of the application in a launch phase, as the registry knows it.'),
    application_mode: z.string().optional().describe(descriptions.applicationMode),
    application_mode_title: z.string().optional().describe('Display name of the launch phase.'),
    application_mode_expiration_date: wireDate.optional().describe('When the launch phase ends.'),
    application_notice_id: z.string().optional().describe(descriptions.applicationNotice),
    application_smd: z.string().optional().describe(descriptions.applicationSmd),

    additional_data: domainAdditionalData
      .optional()
      .describe('Additional data of the extension; only with with_additional_data.'),
    history: z.array(historyEntry).optional().describe('Actions on the domain, newest first; only with with_history.'),
    api_history: z
      .array(apiHistoryEntry)
      .optional()
      .describe('EPP commands of the domain, newest first; only with with_api_history.'),
    abuse_details: abuseDetails.optional().describe('A report of abuse; only with with_abuse_details.'),
    registry_statuses: registryStatuses
      .optional()
      .describe('Statuses of the domain as last seen at the registry; only with with_registry_statuses.'),
    verification_email_name: z
      .string()
      .optional()
      .describe('Address that the registrant must confirm; only with with_verification_email.'),
    verification_email_status: z
      .string()
      .optional()
      .describe('Whether the address is confirmed, such as `in progress`; only with with_verification_email.'),
    verification_email_status_description: z
      .string()
      .optional()
      .describe('Why it failed: `expired` or `bounced`; empty otherwise.'),
    verification_email_exp_date: wireDate.optional().describe('While in progress: when the verification expires.'),
    whois_privacy_data: z
      .object({ expiration_date: wireDate.describe('When the paid privacy ends.') })
      .optional()
      .describe('Until when the privacy is paid; only with with_whois_privacy_data.'),
  })
  .meta({ id: 'Domain', description: 'A domain of the account, or an order for one.' })
