import { z } from 'zod'
import { internalOperation } from '../operation'
import { stateName } from './state'

/** Marks a code or refresh token as used. Of several calls at the same time, one is the first. */
export const consumeState = internalOperation({
  id: 'assistants.consume-state',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Mark a code or refresh token as used',
  body: z.object(stateName),
  result: z.object({ isFirst: z.boolean() }),
})
