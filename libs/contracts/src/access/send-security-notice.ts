import { z } from 'zod'
import { command } from '../event'

/** Mails a contact that its credentials have changed, so that it notices changes by others. */
export const sendSecurityNotice = command({
  id: 'access.send-security-notice',
  service: 'customers',
  payload: z.object({
    contactId: z.int(),
    notice: z.enum([
      'password-changed',
      'factor-added',
      'factor-removed',
      'recovery-code-used',
      'recovery-codes-replaced',
      'login-code-created',
      'passkey-copied',
    ]),
    /** When it happened: `YYYY-MM-DD HH:MM:SS` in UTC. */
    at: z.string(),
  }),
})
