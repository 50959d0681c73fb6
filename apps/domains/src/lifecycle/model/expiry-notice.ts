import type { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import type { Payload } from '@nameyard/contracts/event'
import { toUnicode } from '@nameyard/names/idna'
import type { Domain } from './domain'
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

/**
 * Whether ICANN's consensus policies apply to a name: top-level domains of two letters are those of countries, and so are
 * internationalized ones that are not of ICANN's programme of 2012.
 */
function isGeneric(name: string, isNewGtld: boolean): boolean {
  const top = name.slice(name.lastIndexOf('.') + 1)
  return top.length > 2 && (isNewGtld || !top.startsWith('xn--'))
}
