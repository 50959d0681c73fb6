import { z } from 'zod'
import { command } from '../event'

/** Adds an alarm of another service to the registry account of an extension. */
export const raiseRegistryAlarm = command({
  id: 'registry.raise-alarm',
  service: 'registry-worker',
  payload: z.object({
    registryTld: z.string(),
    /** `refusal`: the registry refuses the desired state of a domain, and the platform has stopped trying. */
    kind: z.enum(['refusal']),
    text: z.string(),
  }),
})
