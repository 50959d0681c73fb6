import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * What was said between us and the registries about domains, newest first, secrets masked. Answers in the order of the
 * question: one list for each domain that was asked about.
 */
export const listTranscripts = internalOperation({
  id: 'registry.list-transcripts',
  service: 'registry-worker',
  audience: 'service',
  effect: 'read',
  summary: 'List what was said between us and the registries about domains',
  body: z.object({
    domains: z
      .array(
        z.object({
          /** In lower case and A-labels. */
          name: z.string(),
          /** The account whose orders these were: another one that had the name before keeps its own. */
          resellerId: z.int(),
          /** Nothing before this instant: the same account may have had the name earlier. */
          from: z.iso.datetime().optional(),
        }),
      )
      .min(1)
      .max(1000),
    /** Commands of one domain at most. */
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
          /** The frame that was sent, and the one that came back; absent when none did. */
          sent: z.string().optional(),
          received: z.string().optional(),
        }),
      ),
    ),
  }),
  errors: [],
})
