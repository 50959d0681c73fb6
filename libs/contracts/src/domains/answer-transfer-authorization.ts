import { z } from 'zod'
import { internalOperation } from '../operation'

/** Takes the answer of a registrant to a transfer: it goes on, or has failed. The first answer stands. */
export const answerTransferAuthorization = internalOperation({
  id: 'transfer-authorizations.answer',
  service: 'domains',
  audience: 'service',
  effect: 'write',
  summary: 'Take the answer of a registrant to a transfer',
  body: z.object({
    domainId: z.int(),
    nonce: z.string(),
    isGranted: z.boolean(),
    /** The code of the domain, where the account has not given it. */
    authCode: z.string().max(255).optional(),
  }),
  result: z.object({ domain: z.string() }),
  errors: ['transfer_not_pending', 'authcode_missing'],
})
