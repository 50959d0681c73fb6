import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns the certificate of an approval link, for the page that asks for the approval. */
export const findCertificateApproval = internalOperation({
  id: 'certificate-approvals.find',
  service: 'orders',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Find the certificate of an approval link',
  body: z.object({ orderId: z.int(), nonce: z.string() }),
  result: z.object({ names: z.array(z.string()) }),
  errors: ['approval_not_pending'],
})
