import { z } from 'zod'
import { internalOperation } from '../operation'

/** Reads a mailed link that authorizes a transfer. The domains service knows whether the transfer is still pending. */
export const readTransferLink = internalOperation({
  id: 'transfer-links.read',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Read the link that authorizes a transfer',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ domainId: z.int(), nonce: z.string() }),
  errors: ['transfer_not_pending'],
})
