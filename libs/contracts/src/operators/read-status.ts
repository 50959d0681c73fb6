import { z } from 'zod'
import { internalOperation, type ServiceName } from '../operation'

/**
 * Reads whether a service is ready, and its gauges: the same figures as its `/metrics`. Every service handles it; one
 * replica answers.
 */
export const readStatus = <Service extends ServiceName>(service: Service) =>
  internalOperation({
    id: `${service}.read-status`,
    service,
    audience: 'operator',
    effect: 'read',
    summary: 'Read the state of a service',
    result: z.object({
      version: z.string(),
      /** The part that the service lacks for its work; null if it is ready. */
      missing: z.string().nullable(),
      gauges: z.array(
        z.object({
          name: z.string(),
          labels: z.record(z.string(), z.string()),
          /** Null if it cannot be read. */
          value: z.number().nullable(),
        }),
      ),
    }),
  })
