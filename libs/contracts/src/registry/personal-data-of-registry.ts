import { z } from 'zod'
import { internalOperation } from '../operation'
import { personalData, subject } from '../privacy/personal-data'

/** Lists the copies of a customer in operations that have not ended. */
export const personalDataOfRegistry = internalOperation({
  id: 'registry.personal-data',
  service: 'registry-worker',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'List what is stored about a person',
  body: z.object({ subject }),
  result: z.object({ data: personalData }),
  errors: [],
})
