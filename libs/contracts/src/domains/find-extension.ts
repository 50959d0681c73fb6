import { z } from 'zod'
import { internalOperation } from '../operation'
import { extensionRecord } from './extension-record'
import { tldRuleChanges } from './set-tld-rules'

/** A record with its origin. */
const dated = z.object({
  effectiveFrom: z.iso.datetime(),
  isRetired: z.boolean(),
  /** Whether it came with a release. */
  isShipped: z.boolean(),
  setBy: z.string(),
  setAt: z.iso.datetime(),
})

/** Returns the rules of an extension at an instant, and all earlier and later ones. */
export const findExtension = internalOperation({
  id: 'extensions.find',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'Show the rules of an extension at an instant',
  body: z.object({
    suffix: z.string().min(1).max(63),
    /** Absent: now. */
    at: z.iso.datetime().optional(),
  }),
  result: z.object({
    suffix: z.string(),
    at: z.iso.datetime(),
    inForce: dated.extend({ record: extensionRecord }),
    /** Single rules that count with the record, each from an instant on. */
    changes: z.array(z.object({ effectiveFrom: z.iso.datetime(), rules: tldRuleChanges })),
    /** Why it is not sold then; absent when it is. */
    obstacle: z.string().optional(),
    /** All records, the oldest first. */
    history: z.array(dated),
    /** The newest record that came with a release. */
    shipped: extensionRecord.optional(),
  }),
  errors: ['tld_not_found'],
})
