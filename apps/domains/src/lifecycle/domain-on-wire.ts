import type { z } from 'zod'
import type { domain } from '@nameyard/contracts/domains/domain'
import { domainState } from '@nameyard/contracts/events/catalogue/domain-events'
import { authCodePaths, emptyAuthCodes } from '@nameyard/contracts/primitives/auth-code'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { toUnicode } from '@nameyard/names/idna'
import { rulesOf } from '../tlds/catalogue'
import type { TldRules } from '../tlds/tld'
import { isZoneKey, type Application, type RegistryRefusal } from './model/domain'
import { deleteStatus, visibleStatus } from './model/lifecycle'
import { permission } from './model/permissions'
import { isGivenUp } from './model/refusals'
import { renewal } from './model/renewal'
import { restoration } from './model/restoration'
import { restorableUntil } from './model/settlement'
import type { ShownDomain } from './model/shown'

/** A domain as resellers see it, the same in a list and alone. */
export function domainOnWire(row: ShownDomain, now: Date): z.input<typeof domain> {
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

const codesOfState = authCodePaths(domainState)
const fieldsOfState = Object.keys(domainState.shape) as (keyof typeof domainState.shape)[]

/** A domain as account events show it: as a token without the right `transfer-codes` reads it, without some fields. */
export function domainInEvents(row: ShownDomain, now: Date): z.input<typeof domainState> {
  const shown = domainOnWire(row, now)
  const state = Object.fromEntries(
    fieldsOfState.filter((field) => field in shown).map((field) => [field, shown[field]]),
  )
  emptyAuthCodes(state, codesOfState)
  return state as z.input<typeof domainState>
}

/** Whether a renewal by one year would be accepted now. For a lapsed domain that is a restore. */
function canRenew(row: ShownDomain, rules: TldRules, now: Date): boolean {
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
