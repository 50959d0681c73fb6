import { z } from 'zod'
import { internalOperation } from '../operation'
import { registryAccountName } from './registry-account'
import { registryOperationKind } from './submit-operation'

/** Lists the EPP commands and answers of an object or an operation, newest first, with secrets masked. */
export const inspectTranscripts = internalOperation({
  id: 'registry.inspect-transcripts',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'read',
  summary: 'List EPP commands and answers of a domain or an operation',
  body: z.object({
    /** Name in lower case and A-labels. Either this or `operationId`. */
    object: z.string().trim().toLowerCase().min(1).max(255).optional(),
    operationId: z.uuid().optional(),
    account: registryAccountName.optional(),
    limit: z.int().min(1).max(500).default(50),
  }),
  result: z.object({
    transcripts: z.array(
      z.object({
        operationId: z.uuid(),
        account: z.string(),
        kind: registryOperationKind,
        /** Object and verb: `domain:create`. */
        command: z.string(),
        object: z.string(),
        state: z.enum(['prepared', 'sent', 'answered', 'unknown', 'reconciled']),
        preparedAt: z.iso.datetime(),
        answeredAt: z.iso.datetime().optional(),
        /** Result code of RFC 5730 section 3. */
        code: z.int().optional(),
        sent: z.string().optional(),
        received: z.string().optional(),
      }),
    ),
  }),
  errors: ['invalid_input'],
})
