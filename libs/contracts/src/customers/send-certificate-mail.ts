import { z } from 'zod'
import { command } from '../event'

/** Writes a mail about a certificate: asks somebody at its domain to approve it, or reminds its people of its end. */
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
      /** Number of the link in hexadecimal; it opens nothing without the signature. */
      nonce: z.string(),
      /** When the link ends. */
      expiresAt: z.iso.datetime(),
    }),
    z.object({
      kind: z.literal('reminder'),
      resellerId: z.int(),
      orderId: z.int(),
      /** Customer of the account that is written to. */
      handle: z.string(),
      name: z.string(),
      /** When the certificate ends. */
      expiresAt: z.iso.datetime(),
    }),
  ]),
})
