import { z } from 'zod'
import { internalOperation } from '../operation'

/** Records the answer of an approver: the names of the certificate are validated, or the order is rejected. The first answer counts. */
export const answerCertificateApproval = internalOperation({
  id: 'certificate-approvals.answer',
  service: 'orders',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  isAudited: true,
  summary: 'Record the answer of a certificate approver',
  body: z.object({ orderId: z.int(), nonce: z.string(), isGranted: z.boolean() }),
  result: z.object({ names: z.array(z.string()) }),
  errors: ['approval_not_pending'],
})
