import { z } from 'zod'
import { command } from '../event'

/** Sends the verification mail to an address. A newer link makes this command obsolete. */
export const sendVerificationEmail = command({
  id: 'customers.send-verification-email',
  service: 'customers',
  payload: z.object({
    verificationId: z.int(),
    /** Number of the link in hexadecimal; useless without the signature. */
    nonce: z.string(),
  }),
})
