import { z } from 'zod'
import { internalOperation, operation } from '../operation'
import { integer } from '../primitives/scalars'
import { administrators } from '../roles'

const after = integer({ min: 0 }).prefault(0).describe('The `next_after` of the page before; 0 for the first page.')
const limit = integer({ min: 1, max: 1000 })
  .prefault(1000)
  .describe('Number of events on a page, 1 to 1000; 1000 by default.')

const exported = z.object({
  ndjson: z
    .string()
    .describe(
      'Lines of JSON: archived months, signed heads, entries with their hashes, and where the next page begins.',
    ),
  next_after: z.int().nullable().describe('The `after` of the next page; null on the last page.'),
})

/** Exports the trail of the account in a form that anybody can verify. */
export const exportAuditTrail = operation({
  id: 'audit.export',
  service: 'customers',
  effect: 'read',
  roles: administrators,
  method: 'GET',
  path: '/v1/audit/export',
  summary: 'Export the audit trail',
  description:
    'Use to keep a copy of the audit trail that shows later whether an entry was altered. Oldest first, in pages; with `Accept: application/x-ndjson` the answer is the lines themselves. Only for administrators of the account, and not for keys with limits. Free of charge.',
  query: z.object({ after, limit }),
  result: exported,
  plainText: { type: 'application/x-ndjson', field: 'ndjson' },
  refusesLimitedKeys: true,
  errors: ['key_limited'],
})

/** The same for an operator, of any account. */
export const readAuditChain = internalOperation({
  id: 'audit.read-chain',
  service: 'customers',
  audience: 'operator',
  effect: 'read',
  summary: 'Export the audit trail of an account',
  body: z.object({
    /** Absent: the trail of the platform. */
    resellerId: z.int().optional(),
    after,
    limit,
  }),
  result: exported,
})
