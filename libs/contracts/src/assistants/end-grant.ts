import { z } from 'zod'
import { internalOperation } from '../operation'
import { stateHash } from './state'

/** Ends the access of an assistant: its client has revoked it, or a code or refresh token was used twice. */
export const endGrant = internalOperation({
  id: 'assistants.end-grant',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'End the access of an assistant',
  body: z.object({ grant: stateHash }),
  result: z.object({}),
})
