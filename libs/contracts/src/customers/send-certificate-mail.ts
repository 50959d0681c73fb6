import { z } from 'zod'
import { command } from '../event'

/** Sends a mail about a certificate: asks an approver at its domain for approval, or reminds its contacts of its expiration. */
export const sendCertificateMail = command({
  id: 'customers.send-certificate-mail',
  service: 'customers',
  payload: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('approval'),
      resellerId: z.int(),
      orderId: z.int(),
      to: z.string(),
      /** The domain, in A-labels. */
      name: z.string(),
      /** Number of the link in hexadecimal; useless without the signature. */
      nonce: z.string(),
      /** When the link expires. */
      expiresAt: z.iso.datetime(),
    }),
    z.object({
      kind: z.literal('reminder'),
      resellerId: z.int(),
      orderId: z.int(),
      /** Customer of the account who gets the mail. */
      handle: z.string(),
      name: z.string(),
      /** When the certificate expires. */
      expiresAt: z.iso.datetime(),
    }),
  ]),
})
