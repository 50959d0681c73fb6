import { z } from 'zod'

/** A field that an extension asks for beside the usual data. */
export const requirement = z
  .object({
    name: z.string().meta({ description: 'Key to send in additional_data.' }),
    description: z.string(),
    type: z.enum(['text', 'select']),
    required: z.boolean(),
    options: z
      .array(z.object({ value: z.string(), description: z.string() }))
      .optional()
      .meta({ description: 'What can be chosen, for a select.' }),
  })
  .meta({ id: 'Requirement' })
