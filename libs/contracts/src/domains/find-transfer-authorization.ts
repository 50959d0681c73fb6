import { z } from 'zod'
import { internalOperation } from '../operation'

/** Tells which transfer a registrant is asked to authorize, for the page that asks. */
export const findTransferAuthorization = internalOperation({
  id: 'transfer-authorizations.find',
  service: 'domains',
  audience: 'service',
  effect: 'read',
  summary: 'Tell which transfer a registrant is asked to authorize',
  body: z.object({ domainId: z.int(), nonce: z.string() }),
  result: z.object({
    /** As people write it. */
    domain: z.string(),
    needsCode: z.boolean(),
  }),
  errors: ['transfer_not_pending'],
})
