import { z } from 'zod'
import { internalOperation } from '../operation'

/** Tells which certificate somebody is asked to approve, for the page that asks. */
export const findCertificateApproval = internalOperation({
  id: 'certificate-approvals.find',
  service: 'orders',
  audience: 'service',
  effect: 'read',
  summary: 'Tell which certificate somebody is asked to approve',
  body: z.object({ orderId: z.int(), nonce: z.string() }),
  result: z.object({ names: z.array(z.string()) }),
  errors: ['approval_not_pending'],
})
