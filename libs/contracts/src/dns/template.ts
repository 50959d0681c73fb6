import { z } from 'zod'
import { integer, resourceId, text } from '../primitives/scalars'
import { recordValue } from './record'

/** A record of a template; its name is relative to the zone that will be made from it. */
export const templateRecord = z
  .object({
    id: resourceId.optional(),
    type: text,
    name: text.prefault(''),
    value: recordValue,
    ttl: integer(),
    prio: integer().optional().meta({ description: 'Preference of MX and SRV.' }),
  })
  .meta({ id: 'TemplateRecord' })

/** A set of records that new zones can start from. */
export const template = z
  .object({
    id: z.int(),
    name: z.string(),
    is_spamexperts_enabled: z.boolean(),
    records: z.array(templateRecord).optional(),
  })
  .meta({ id: 'Template' })
