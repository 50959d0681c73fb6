import { sql } from '@nameyard/persistence/statement'

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
