import { z } from 'zod'
import { internalOperation } from '../operation'
import { reportLabel } from './find-dmarc-report-address'

/** Stores a mail with an aggregate report (RFC 7489, RFC 9990). A mail or a report that is stored is not stored again. */
export const receiveDmarcReport = internalOperation({
  id: 'dmarc-reports.receive',
  service: 'orders',
  audience: 'service',
  callers: ['customers'],
  effect: 'write',
  summary: 'Store a mail with a DMARC report',
  body: z.object({
    label: reportLabel,
    /** The message (RFC 5322) in base64. */
    content: z.string(),
  }),
  result: z.union([
    z.object({ outcome: z.enum(['repeated', 'stored']) }),
    z.object({ outcome: z.literal('refused'), reason: z.string() }),
  ]),
  errors: [],
})
