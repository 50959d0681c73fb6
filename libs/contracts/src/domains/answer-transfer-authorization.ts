import { z } from 'zod'
import { internalOperation } from '../operation'

/** Records the answer of a registrant to a transfer: the transfer continues or fails. The first answer counts. */
export const answerTransferAuthorization = internalOperation({
  id: 'transfer-authorizations.answer',
  service: 'domains',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  isAudited: true,
  summary: 'Record the answer of a registrant to a transfer',
  body: z.object({
    domainId: z.int(),
    nonce: z.string(),
    isGranted: z.boolean(),
    /** The auth code, if the account has not given it. */
    authCode: z.string().max(255).optional(),
  }),
  result: z.object({ domain: z.string() }),
  errors: ['transfer_not_pending', 'authcode_missing'],
})
