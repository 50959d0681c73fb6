import { z } from 'zod'
import { command } from '../event'

/** Mails about the expiry of a domain: before it, or after it when the domain was not renewed. */
export const sendExpiryNotice = command({
  id: 'customers.send-expiry-notice',
  service: 'customers',
  payload: z.object({
    resellerId: z.int(),
    domainId: z.int(),
    /** In U-labels. */
    domain: z.string(),
    ownerHandle: z.string(),
    kind: z.enum(['in-30-days', 'in-7-days', 'in-1-day', 'expired']),
    /** End of the time that is paid for. */
    expiresAt: z.iso.datetime(),
    /** Whether the platform renews the domain by itself. */
    isAutorenewed: z.boolean(),
    /** Until when an expired domain can be restored, if that is known. */
    restorableUntil: z.iso.datetime().nullable(),
    /** Whether a policy demands the mail to the registrant, whatever the account has set: ICANN's ERRP, for gTLDs. */
    isDemanded: z.boolean(),
  }),
})
