import { z } from 'zod'
import { command } from '../event'

/** Asks the registrant of a domain, and its administrative contact, by mail whether it may be transferred here. */
export const sendTransferAuthorization = command({
  id: 'customers.send-transfer-authorization',
  service: 'customers',
  payload: z.object({
    resellerId: z.int(),
    domainId: z.int(),
    /** In Unicode. */
    domain: z.string(),
    /** Customers of the account; each address gets one mail. */
    handles: z.array(z.string()).min(1),
    /** Number of the link in hexadecimal; useless without the signature. */
    nonce: z.string(),
    expiresAt: z.iso.datetime(),
    /** Whether the mail also asks for the auth code. */
    needsCode: z.boolean(),
  }),
})
