import { z } from 'zod'
import { internalOperation } from '../operation'
import { everyRight } from '../rights'
import { stateHash, stateName } from './state'

/** Stores an object of the authorization server, in place of one with this name. */
export const saveState = internalOperation({
  id: 'assistants.save-state',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Store an object of the authorization server',
  body: z.object({
    ...stateName,
    /** The grant that it belongs to. */
    grant: stateHash.optional(),
    /** JSON without identifiers and tokens. */
    payload: z.string().max(32_768),
    lifeSeconds: z.int().min(1).max(31_536_000),
    /** Of an access token: its rights. */
    scope: z.array(z.enum(everyRight)).optional(),
  }),
  /** Whether it was stored: not if its grant has ended. */
  result: z.object({ isSaved: z.boolean() }),
})
