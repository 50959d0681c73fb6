import type { domain } from '@nameyard/contracts/domains/domain'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { z } from 'zod'
import type { Domain } from './model/domain'
import { visibleStatus } from './model/lifecycle'

/** The columns of a domain as its readers select them; no entity is built on a read. */
export const domainColumns = `
  d.id, d.reseller_id as "resellerId", d.name, d.label, d.extension, d.phase, d.type, d.autorenew,
  d.owner_handle as "ownerHandle", d.admin_handle as "adminHandle", d.tech_handle as "techHandle",
  d.billing_handle as "billingHandle", d.reseller_handle as "resellerHandle", d.ns_group as "nsGroup",
  d.name_servers as "nameServers", d.auth_code as "authCode", d.is_locked as "isLocked", d.comments,
  d.comments_changed_at as "commentsChangedAt", d.ordered_at as "orderedAt", d.created_at as "createdAt",
  d.activated_at as "activatedAt", d.registry_expires_at as "registryExpiresAt", d.expires_at as "expiresAt",
  d.renews_at as "renewsAt", d.changed_at as "changedAt", d.deleted_at as "deletedAt"`

export type DomainRow = Omit<Domain, 'roid' | 'failureCode' | 'failureReason' | 'version' | 'periodYears'>

/** A row as resellers see it; the same in a list and alone. */
export function domainOnWire(row: DomainRow): z.input<typeof domain> {
  return {
    id: row.id,
    domain: { name: row.label, extension: row.extension },
    reseller_id: row.resellerId,
    status: visibleStatus[row.phase],
    type: row.type,
    unit: 'y',
    autorenew: row.autorenew,
    owner_handle: row.ownerHandle,
    admin_handle: row.adminHandle,
    tech_handle: row.techHandle,
    billing_handle: row.billingHandle,
    reseller_handle: row.resellerHandle,
    comments: row.comments,
    comments_last_changed_at: printDate(row.commentsChangedAt),
    name_servers: row.nameServers.map((nameserver, seq_nr) => ({ ...nameserver, seq_nr })),
    ns_group: row.nsGroup,
    dnssec: 'unsigned',
    dnssec_keys: [],
    is_dnssec_enabled: false,
    order_date: printDate(row.orderedAt),
    creation_date: printDate(row.createdAt),
    active_date: printDate(row.activatedAt),
    last_changed: printDate(row.changedAt),
    expiration_date: printDate(row.expiresAt),
    registry_expiration_date: printDate(row.registryExpiresAt),
    renewal_date: printDate(row.renewsAt),
    deleted_at: printDate(row.deletedAt),
    auth_code: row.authCode,
    is_deleted: row.deletedAt !== null,
    is_locked: row.isLocked,
    is_premium: false,
    is_private_whois_enabled: false,
  }
}
