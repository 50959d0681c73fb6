import { z } from 'zod'
import { internalOperation } from '../operation'

/** Reads a mailed link that approves a certificate. The orders service knows whether the approval is still pending. */
export const readApproverLink = internalOperation({
  id: 'approver-links.read',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Read the link that approves a certificate',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ orderId: z.int(), nonce: z.string() }),
  errors: ['approval_not_pending'],
})
