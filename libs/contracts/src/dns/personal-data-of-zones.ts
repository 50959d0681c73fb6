import { z } from 'zod'
import { internalOperation } from '../operation'
import { personalData, subject } from '../privacy/personal-data'

/** Lists the changes of zones and the links that a contact person made. */
export const personalDataOfZones = internalOperation({
  id: 'dns.personal-data',
  service: 'dns',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'List what is stored about a person',
  body: z.object({ subject }),
  result: z.object({ data: personalData }),
  errors: [],
})
