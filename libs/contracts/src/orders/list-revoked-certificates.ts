import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns the signed list of revoked certificates (RFC 5280 section 5), for relying parties. */
export const listRevokedCertificates = internalOperation({
  id: 'certificates.list-revoked',
  service: 'orders',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Sign the list of revoked certificates',
  body: z.object({}),
  result: z.object({
    /** DER in base64. */
    list: z.string(),
  }),
})
