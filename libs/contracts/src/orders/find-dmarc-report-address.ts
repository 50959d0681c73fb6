import { z } from 'zod'
import { internalOperation } from '../operation'

/** The part of a report address before the `@`, in lower case. */
export const reportLabel = z.string().max(64)

/** Returns whether a live order of e-mail DMARC receives reports at an address. */
export const findDmarcReportAddress = internalOperation({
  id: 'dmarc-reports.find-address',
  service: 'orders',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'Check whether an address receives DMARC reports',
  body: z.object({ label: reportLabel }),
  result: z.object({ isKnown: z.boolean() }),
  errors: [],
})
