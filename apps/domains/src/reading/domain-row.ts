import type { z } from 'zod'
import type { domain } from '@nameyard/contracts/domains/domain'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { toUnicode } from '@nameyard/names/idna'
import { sql } from '@nameyard/persistence/statement'
import { isZoneKey, type Application, type Domain, type RegistryRefusal } from '../lifecycle/model/domain'
import { deleteStatus, visibleStatus } from '../lifecycle/model/lifecycle'
import { permission } from '../lifecycle/model/permissions'
import { isGivenUp } from '../lifecycle/model/refusals'
import { renewal } from '../lifecycle/model/renewal'
import { restoration } from '../lifecycle/model/restoration'
import { restorableUntil } from '../lifecycle/model/settlement'
import { rulesOf } from '../tlds/catalogue'
import type { TldRules } from '../tlds/tld'

/** The columns of a domain that reads select. Reads build no entity. */
export const domainColumns = sql`
  d.id, d.reseller_id as "resellerId", d.name, d.label, d.extension, d.phase, d.type, d.autorenew,
  d.owner_handle as "ownerHandle", d.admin_handle as "adminHandle", d.tech_handle as "techHandle",
  d.billing_handle as "billingHandle", d.reseller_handle as "resellerHandle", d.ns_group as "nsGroup",
  d.ns_group_id as "nsGroupId", d.name_servers as "nameServers", d.zone_keys as "zoneKeys",
  d.auth_code as "authCode", d.internal_auth_code as "internalAuthCode", d.is_locked as "isLocked",
  d.is_private as "isPrivate", d.privacy_until as "privacyUntil", d.is_premium as "isPremium",
  d.is_suspended as "isSuspended", d.comments, d.comments_changed_at as "commentsChangedAt",
  d.keeps_zone_history as "keepsZoneHistory", d.leaves_zones as "leavesZones",
  d.additional_data as "additionalData", d.application, d.registry_statuses as "registryStatuses",
  d.registry_refusal as "registryRefusal", d.ordered_at as "orderedAt", d.scheduled_at as "scheduledAt",
  d.created_at as "createdAt", d.activated_at as "activatedAt", d.registry_expires_at as "registryExpiresAt",
  d.expires_at as "expiresAt", d.renews_at as "renewsAt",
  d.soft_ends_at as "softEndsAt", d.hard_ends_at as "hardEndsAt", d.removal_reason as "removalReason",
  d.changed_at as "changedAt", d.deleted_at as "deletedAt"`

export type DomainRow = Omit<
  Domain,
  | 'failureCode'
  | 'failureReason'
  | 'graceStatuses'
  | 'movedFrom'
  | 'movedWithoutHistory'
  | 'nextCheckAt'
  | 'observedAt'
  | 'periodYears'
  | 'retryAt'
  | 'roid'
  | 'scheduledBy'
  | 'suspensionVersion'
  | 'authorizedAt'
  | 'isAutorenewedByDefault'
  | 'transferActsAt'
  | 'transferCode'
  | 'transferLockedUntil'
  | 'transferRoid'
  | 'version'
  | 'waitsFor'
  | 'waitsSince'
>

/** A domain as resellers see it, the same in a list and alone. */
export function domainOnWire(row: DomainRow, now: Date): z.input<typeof domain> {
  const rules = rulesOf(row)
  const { phase } = row
  const isParked = phase === 'quarantine.soft'
  return {
    id: row.id,
    domain: { name: row.label, extension: row.extension },
    ...(row.name.includes('xn--') && { unicode_name: toUnicode(row.name) }),
    reseller_id: row.resellerId,
    status: visibleStatus[phase],
    type: row.type,
    unit: 'y',
    autorenew: row.autorenew,
    owner_handle: row.ownerHandle,
    admin_handle: row.adminHandle,
    tech_handle: row.techHandle,
    billing_handle: row.billingHandle,
    reseller_handle: row.resellerHandle,
    comments: row.comments,
    keep_zone_history: row.keepsZoneHistory,
    comments_last_changed_at: printDate(row.commentsChangedAt),
    name_servers: row.nameServers.map((nameserver, seq_nr) => ({ ...nameserver, seq_nr })),
    ns_group: row.nsGroup,
    nsgroup_id: row.nsGroupId ?? 0,
    // A zone that was created from a template does not record it.
    ns_template_id: 0,
    ns_template_name: '',
    dnssec: row.zoneKeys.length > 0 ? 'signedDelegation' : 'unsigned',
    dnssec_keys: row.zoneKeys.filter(isZoneKey).map(({ pubKey, isKept, ...key }) => ({
      ...key,
      pub_key: pubKey,
      readonly: isKept ? 1 : 0,
    })),
    is_dnssec_enabled: row.zoneKeys.length > 0,
    is_parked: isParked,
    order_date: printDate(row.orderedAt),
    creation_date: printDate(row.createdAt),
    active_date: printDate(row.activatedAt),
    last_changed: printDate(row.changedAt),
    expiration_date: printDate(row.expiresAt),
    registry_expiration_date: printDate(row.registryExpiresAt),
    renewal_date: printDate(row.renewsAt),
    scheduled_at: printDate(row.scheduledAt),
    deleted_at: printDate(row.deletedAt),
    delete_status: deleteStatus[phase],
    ...(row.removalReason && { removal_reason: row.removalReason }),
    restorable_until: printDate(restorableUntil(row)),
    soft_quarantine_expiry_date: printDate(row.softEndsAt),
    hard_quarantine_expiry_date: printDate(row.hardEndsAt),
    quarantine_expiration_date: printDate(row.hardEndsAt ?? row.softEndsAt),
    auth_code: row.authCode,
    // Existing clients expect `0` for a domain without an internal code.
    internal_auth_code: row.internalAuthCode === '' ? '0' : row.internalAuthCode,
    transfer_auth_code_required: rules.isTransferable ? 'yes' : 'no',
    trade_auth_code_required: rules.isTraded && rules.authCode.isNeededForTrade ? 'yes' : 'no',
    can_renew: canRenew(row, rules, now),
    is_client_hold_enabled: row.registryStatuses.includes('clientHold') ? 'yes' : 'no',
    ...(row.registryRefusal && { registry_refusal: refusalOnWire(row.registryRefusal) }),
    is_deleted: row.deletedAt !== null,
    is_lockable: rules.isLockable,
    is_locked: row.isLocked,
    is_premium: row.isPremium,
    is_private_whois_allowed: rules.isPrivacyAllowed,
    is_private_whois_enabled: row.isPrivate,
    modify_owner_allowed: !rules.isTraded,
    trade_allowed: rules.isTraded,
    transfer_cancel_supported: rules.transfer.isCancelable,
    transfer_out_pending: phase === 'active.pendingTransfer',
    use_domicile: false,
    renew: rules.renewalOpensDays > 0 ? 1 : 0,
    has_history: true,
    is_hosted_whois: false,
    is_sectigo_dns_enabled: false,
    has_active_sectigo_zone: false,
    is_spamexperts_enabled: false,
    is_abusive: false,
    ...(row.application && applicationOnWire(row.application, rules)),
  }
}

/** Whether a renewal by one year would be accepted now. For a lapsed domain that is a restore. */
function canRenew(row: DomainRow, rules: TldRules, now: Date): boolean {
  if (typeof permission('renew', row.phase) === 'object') return false
  if (row.phase === 'quarantine.soft') return restoration(row, rules, now) !== undefined
  return !('refused' in renewal(row, 1, rules, now))
}

function refusalOnWire(refusal: RegistryRefusal): NonNullable<z.input<typeof domain>['registry_refusal']> {
  const { reason, times, since } = refusal
  return { reason, times, since: printDate(new Date(since)), is_tried_again: !isGivenUp(refusal) }
}

function applicationOnWire({ mode, noticeId, smd }: Application, { launchPhases }: Pick<TldRules, 'launchPhases'>) {
  return {
    application_mode: mode,
    application_mode_title: launchPhases.find(({ name }) => name === mode)?.title ?? mode,
    ...(noticeId !== undefined && { application_notice_id: noticeId }),
    ...(smd !== undefined && { application_smd: smd }),
  }
}
