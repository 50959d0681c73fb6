import { z } from 'zod'
import { command } from '../event'

/** Puts something that another service found on the list of alarms of the registry account that serves an extension. */
export const raiseRegistryAlarm = command({
  id: 'registry.raise-alarm',
  service: 'registry-worker',
  payload: z.object({
    registryTld: z.string(),
    /** `refusal`: the registry refuses a domain as it shall be, and it is not tried again. */
    kind: z.enum(['refusal']),
    text: z.string(),
  }),
})
