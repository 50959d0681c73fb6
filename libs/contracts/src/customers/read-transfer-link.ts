import { z } from 'zod'
import { internalOperation } from '../operation'

/** Reads a mailed link that authorizes a transfer; whether the transfer still waits is known where domains are. */
export const readTransferLink = internalOperation({
  id: 'transfer-links.read',
  service: 'customers',
  audience: 'service',
  effect: 'read',
  summary: 'Read the link that authorizes a transfer',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ domainId: z.int(), nonce: z.string() }),
  errors: ['transfer_not_pending'],
})
