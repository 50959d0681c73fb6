import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns the transfer of an authorization link, for the page that asks the registrant. */
export const findTransferAuthorization = internalOperation({
  id: 'transfer-authorizations.find',
  service: 'domains',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Find the transfer of an authorization link',
  body: z.object({ domainId: z.int(), nonce: z.string() }),
  result: z.object({
    /** In Unicode. */
    domain: z.string(),
    needsCode: z.boolean(),
  }),
  errors: ['transfer_not_pending'],
})
