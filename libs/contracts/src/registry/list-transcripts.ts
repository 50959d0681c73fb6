import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Lists EPP commands and answers about domains, newest first, with secrets masked. Returns one list for each domain, in
 * the order of the request.
 */
export const listTranscripts = internalOperation({
  id: 'registry.list-transcripts',
  service: 'registry-worker',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'List the EPP commands and responses of domains',
  body: z.object({
    domains: z
      .array(
        z.object({
          /** In lower case and A-labels. */
          name: z.string(),
          /** Account that ordered them. Transcripts of an earlier owner are left out. */
          resellerId: z.int(),
          /** Only from this instant on: the same account may have had the name earlier. */
          from: z.iso.datetime().optional(),
        }),
      )
      .min(1)
      .max(1000),
    /** Maximum number of commands for each domain. */
    limit: z.int().min(1).max(500).default(100),
  }),
  result: z.object({
    transcripts: z.array(
      z.array(
        z.object({
          operationId: z.uuid(),
          /** Object and verb: `domain:create`. */
          command: z.string(),
          preparedAt: z.iso.datetime(),
          answeredAt: z.iso.datetime().optional(),
          /** Result code of RFC 5730 section 3. */
          code: z.int().optional(),
          /** The frames that were sent and received; absent if there was none. */
          sent: z.string().optional(),
          received: z.string().optional(),
        }),
      ),
    ),
  }),
  errors: [],
})
