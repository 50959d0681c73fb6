import { z } from 'zod'

/** An additional field that an extension asks for. */
export const requirement = z
  .object({
    name: z.string().describe('Key of the field in additional_data, or in the data of extension_additional_data.'),
    description: z.string().describe('Meaning of the field, as text to display.'),
    type: z.enum(['text', 'select']).describe('`text`: any text. `select`: one of options.'),
    required: z.boolean().describe('Whether orders without it are refused.'),
    options: z
      .array(
        z.object({
          value: z.string().describe('Value to send.'),
          description: z.string().describe('Meaning of the value, as text to display.'),
        }),
      )
      .optional()
      .describe('Values to choose from, for a select.'),
  })
  .meta({ id: 'Requirement', description: 'An additional field that an extension asks for.' })
