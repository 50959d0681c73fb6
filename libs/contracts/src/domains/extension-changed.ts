import { z } from 'zod'
import { event } from '../event'
import { extensionRecord } from './extension-record'

/** An operator has set the rules of an extension from an instant on. Of two for one instant, the higher number counts. */
export const extensionChanged = event({
  id: 'extension.changed',
  producer: 'domains',
  consumers: ['registry-worker'],
  payload: z.object({
    number: z.int(),
    suffix: z.string(),
    effectiveFrom: z.iso.datetime(),
    record: extensionRecord,
    /** Not sold from then on; the record holds for domains that exist. */
    isRetired: z.boolean(),
  }),
})
