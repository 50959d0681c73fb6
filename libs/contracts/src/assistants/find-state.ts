import { z } from 'zod'
import { internalOperation } from '../operation'
import { stateName } from './state'

/** Reads an object of the authorization server. Nothing is found when it has expired, or when its grant or person has lost access. */
export const findState = internalOperation({
  id: 'assistants.find-state',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Read an object of the authorization server',
  body: z.object(stateName),
  result: z.object({
    found: z
      .object({
        payload: z.string(),
        /** Whether a code or refresh token was used. */
        isConsumed: z.boolean(),
      })
      .optional(),
  }),
})
