import { z } from 'zod'
import { internalOperation } from '../operation'
import { extensionRecord } from './extension-record'

/**
 * Sets all rules of an extension from an instant on. What came before stays stored and in force until then. Refuses a new
 * extension that exists, and a changed one that does not.
 */
export const putExtension = internalOperation({
  id: 'extensions.put',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Set the rules of an extension from an instant on',
  body: z.object({
    isNew: z.boolean(),
    /** Not in the past; absent: now. */
    effectiveFrom: z.iso.datetime().optional(),
    record: extensionRecord,
  }),
  result: z.object({
    suffix: z.string(),
    effectiveFrom: z.iso.datetime(),
    /** Why it is not sold from then on; absent when it is. */
    obstacle: z.string().optional(),
  }),
  errors: ['tld_not_found', 'invalid_input'],
})
