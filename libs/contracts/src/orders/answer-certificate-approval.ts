import { z } from 'zod'
import { internalOperation } from '../operation'

/** Takes the answer of who may approve a certificate: its names are proven, or it is rejected. The first answer stands. */
export const answerCertificateApproval = internalOperation({
  id: 'certificate-approvals.answer',
  service: 'orders',
  audience: 'service',
  effect: 'write',
  summary: 'Take the answer of who may approve a certificate',
  body: z.object({ orderId: z.int(), nonce: z.string(), isGranted: z.boolean() }),
  result: z.object({ names: z.array(z.string()) }),
  errors: ['approval_not_pending'],
})
