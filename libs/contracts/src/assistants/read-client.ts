import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Fetches what the client of an assistant publishes about itself, such as its metadata document. The URL comes from a
 * stranger: only addresses of the public Internet, and those that the operator lists, are reached.
 */
export const readClient = internalOperation({
  id: 'assistants.read-client',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Fetch the metadata of a client',
  body: z.object({ url: z.string().max(2048) }),
  /** Absent: there was no answer, or it was too long. */
  result: z.object({
    answer: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() }).optional(),
  }),
})
