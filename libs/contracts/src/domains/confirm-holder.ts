import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/**
 * Confirms that the account of an adopted domain holds the name. The zones of other accounts then follow the rules of a
 * transfer from another registrar: they stay published for a while, and their accounts get a mail.
 */
export const confirmHolder = internalOperation({
  id: 'portfolio.confirm-holder',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Confirm the holder of an adopted domain',
  body: z.object({
    operator: operatorName,
    /** Whole name, in Unicode or in A-labels. */
    name: z.string().trim().min(1).max(255),
  }),
  result: z.object({ name: z.string(), resellerId: z.int() }),
  errors: ['domain_not_found'],
})
