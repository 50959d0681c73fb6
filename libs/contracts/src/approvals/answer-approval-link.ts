import { z } from 'zod'
import { internalOperation } from '../operation'
import { approvalLink } from './find-approval-link'

/** Approves or refuses the call that a mailed link is about, with the password and the second factor of its person. */
export const answerApprovalLink = internalOperation({
  id: 'approvals.answer-link',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Decide about the call that a link is about',
  body: z.object({
    ...approvalLink,
    password: z.string().max(4096),
    /** One-time code, recovery code or login code. */
    otp: z.string().max(64),
    isGranted: z.boolean(),
  }),
  result: z.object({}),
  errors: [
    'approval_link_not_found',
    'approval_unusable',
    'authentication_failed',
    'access_denied',
    'otp_needed',
    'factor_needed',
    'rate_limited',
  ],
})
