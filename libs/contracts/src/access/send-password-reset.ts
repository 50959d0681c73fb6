import { z } from 'zod'
import { command } from '../event'

/**
 * Mails a link for a new password. Sent for unknown user names too, so that the request takes the same time for every
 * name.
 */
export const sendPasswordReset = command({
  id: 'access.send-password-reset',
  service: 'customers',
  payload: z.object({
    /** Null when there is no such contact. */
    contactId: z.int().nullable(),
  }),
})
