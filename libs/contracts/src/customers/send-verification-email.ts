import { z } from 'zod'
import { command } from '../event'

/** Writes to an address that waits for its verification; a newer link than the one meant makes it void. */
export const sendVerificationEmail = command({
  id: 'customers.send-verification-email',
  service: 'customers',
  payload: z.object({
    verificationId: z.int(),
    /** Number of the link in hexadecimal; it opens nothing without the signature. */
    nonce: z.string(),
  }),
})
