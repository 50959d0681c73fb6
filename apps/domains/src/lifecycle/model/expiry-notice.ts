import type { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import type { Payload } from '@nameyard/contracts/event'
import { toUnicode } from '@nameyard/names/idna'
import type { Domain } from './domain'
import { isGeneric } from './generic'
import { restorableUntil } from './settlement'
import { isAutorenewed } from './timers'

type Notice = Payload<typeof sendExpiryNotice>
export type NoticeKind = Notice['kind']

/** What the registrant is told about the expiry of a domain; undefined for a domain without one. */
export function expiryNotice(domain: Domain, kind: NoticeKind, isNewGtld: boolean): Notice | undefined {
  const { id: domainId, resellerId, name, ownerHandle, expiresAt } = domain
  if (!expiresAt) return undefined
  return {
    resellerId,
    domainId,
    domain: toUnicode(name),
    ownerHandle,
    kind,
    expiresAt: expiresAt.toISOString(),
    isAutorenewed: isAutorenewed(domain),
    restorableUntil: restorableUntil(domain)?.toISOString() ?? null,
    isDemanded: isGeneric(name, isNewGtld),
  }
}
