import { z } from 'zod'
import { internalOperation } from '../operation'
import { allowance, spent } from './allowance'

/**
 * Returns the accounts of which a token, an API key, a person's rights or the settings have changed since the last call.
 * A gateway asks a few times a second while it serves requests. What it was told about other accounts is still true, so
 * that it need not ask for each token. With the same call it reports the requests that it accepted, and learns how many
 * more their accounts may send.
 */
export const readAccessChanges = internalOperation({
  id: 'access.read-changes',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Read which accounts have other rights',
  body: z.object({
    /** `next` of the last call; absent: only `next` is wanted. */
    since: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
    spent,
  }),
  result: z.object({
    /**
     * Names the moment of this call: the oldest transaction of the database that had not ended. It never falls, unless
     * the database was restored.
     */
    next: z.string(),
    /** Each account whose change was committed since; maybe some of before. */
    changed: z.array(z.int()),
    /** Of the accounts in `spent`. */
    allowances: z.array(allowance.extend({ resellerId: z.int() })),
  }),
  errors: [],
})
