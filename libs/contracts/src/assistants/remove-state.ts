import { z } from 'zod'
import { internalOperation } from '../operation'
import { stateName } from './state'

/** Deletes an object of the authorization server. */
export const removeState = internalOperation({
  id: 'assistants.remove-state',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Delete an object of the authorization server',
  body: z.object(stateName),
  result: z.object({}),
})
