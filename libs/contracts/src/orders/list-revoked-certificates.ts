import { z } from 'zod'
import { internalOperation } from '../operation'

/** The signed list of revoked certificates (RFC 5280 section 5), for whoever relies on certificates. */
export const listRevokedCertificates = internalOperation({
  id: 'certificates.list-revoked',
  service: 'orders',
  audience: 'service',
  effect: 'read',
  summary: 'Sign the list of revoked certificates',
  body: z.object({}),
  result: z.object({
    /** DER in base64. */
    list: z.string(),
  }),
})
