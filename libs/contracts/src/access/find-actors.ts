import { z } from 'zod'
import { internalOperation } from '../operation'
import { actorFields } from './actor-fields'

/** Who acts: a contact with a login, or one of its API keys. */
const bearer = z.object({
  contactId: z.int(),
  /** Number of the API key; absent for the contact itself. */
  keyId: z.int().optional(),
})

/**
 * Returns what contacts and API keys may do at this moment, for work that goes on in their name after a request. One who
 * is not returned may not use the API any more: the contact or the key is gone, switched off, or over.
 */
export const findActors = internalOperation({
  id: 'access.find-actors',
  service: 'customers',
  audience: 'service',
  callers: ['events'],
  effect: 'read',
  summary: 'Find what contacts and keys may do now',
  body: z.object({ bearers: z.array(bearer).max(10_000) }),
  result: z.object({
    actors: z.array(
      bearer.extend({
        ...actorFields,
        /** Which calls of the key a person must approve; absent: none. */
        approval: z.enum(['purchases', 'purchases-and-destructive']).optional(),
      }),
    ),
  }),
})
