import { z } from 'zod'

/** A field that an extension asks for beside the usual data. */
export const requirement = z
  .object({
    name: z.string().describe('Key of the field in additional_data, or in the data of extension_additional_data.'),
    description: z.string().describe('The field in words for people.'),
    type: z.enum(['text', 'select']).describe('`text`: any text. `select`: one of options.'),
    required: z.boolean().describe('Whether orders without it are refused.'),
    options: z
      .array(
        z.object({
          value: z.string().describe('Value to send.'),
          description: z.string().describe('The value in words for people.'),
        }),
      )
      .optional()
      .describe('Values to choose from, for a select.'),
  })
  .meta({ id: 'Requirement', description: 'A field that an extension asks for beside the usual data.' })
