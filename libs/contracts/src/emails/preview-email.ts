import { z } from 'zod'
import { operation } from '../operation'
import { previewGiven } from './email'

/** Prints a mail with sample data. Nothing is sent or stored. */
export const previewEmail = operation({
  id: 'emails.preview',
  service: 'customers',
  effect: 'read',
  method: 'POST',
  path: '/v1/emails/preview',
  summary: 'Preview a mail',
  description:
    'Use to see a mail with sample data before it is sent, or to check a template. Without fields it has the words that a recipient with the locale gets now. Nothing is sent. Free of charge.',
  body: z.object(previewGiven),
  result: z.object({
    subject: z.string().describe('Subject of the mail.'),
    text: z.string().describe('The mail as text.'),
    html: z.string().describe('The mail as HTML.'),
    variables: z
      .array(
        z.object({
          name: z.string().describe('Name of the variable.'),
          description: z.string().describe('What it is.'),
          sample: z.union([z.string(), z.boolean()]).describe('Its value in the preview.'),
        }),
      )
      .describe('The variables that a template of this type may use.'),
  }),
  errors: ['email_template_invalid', 'email_type_unknown'],
  example: { group: 'errp', locale: 'nl_NL' },
})
