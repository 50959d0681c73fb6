import type { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import type { Payload } from '@nameyard/contracts/event'
import type { TemplateValues } from '../mail/templates/template'

type Notice = Pick<
  Payload<typeof sendExpiryNotice>,
  'domain' | 'expiresAt' | 'isAutorenewed' | 'kind' | 'ownerHandle' | 'restorableUntil'
>

/** The values of the mail about the expiry of a domain, for a registrant or an administrator. */
export function expiryValues(
  { domain, expiresAt, isAutorenewed, kind, ownerHandle, restorableUntil }: Notice,
  isRegistrant: boolean,
): TemplateValues {
  return {
    domain,
    day: expiresAt.slice(0, 10),
    is_expired: kind === 'expired',
    is_autorenewed: isAutorenewed,
    restorable_until: restorableUntil?.slice(0, 10) ?? '',
    is_registrant: isRegistrant,
    owner_handle: ownerHandle,
  }
}
