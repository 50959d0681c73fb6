import { z } from 'zod'
import { tag, tagsGiven } from '../customers/customer'
import { flag, resourceId, textUpTo, word } from '../primitives/scalars'

/** The groups of the API for mails that a policy of ICANN asks for, and `other`. */
export const emailGroups = ['errp', 'foa', 'ive', 'tcn', 'wdrp', 'other'] as const

const descriptions = {
  group:
    'Policy that asks for the mail: errp (expiry), foa (authorization of a transfer), ive (verification of an address), tcn (claims of trademarks), wdrp (yearly data reminder), or other.',
  type: 'Type of the mail, such as expiry.',
  locale:
    'Locales of the recipients that get these words, such as nl_NL. Others of the language get them too. Empty: all.',
  name: 'Name of the template, for you.',
  fields: 'The words: `subject`, `text` and `html`.',
  tags: 'Tags of customers: only customers with one of them get these words. Empty: all.',
  isActive: 'Whether the template is used.',
  isDefault: 'Whether recipients with other locales get these words too.',
} as const

export const emailFields = z
  .array(
    z
      .object({
        name: word('subject', 'text', 'html').describe('Part of the mail: subject, text or html.'),
        value: textUpTo(20_000).describe(
          'Its template, in Mustache: `{{name}}` is a variable, `{{#name}}…{{/name}}` a section that is printed where the value is true or not empty, `{{^name}}…{{/name}}` one where it is not.',
        ),
      })
      .meta({ id: 'EmailField' }),
  )
  .max(10)
  .describe(`${descriptions.fields} Without html, it is made of the text.`)

const locales = z.array(z.string().max(16)).max(50)

/** A template as it is sent. */
export const emailGiven = {
  group: word(...emailGroups).describe(descriptions.group),
  type: textUpTo(64)
    .optional()
    .describe(`${descriptions.type} By default the one type of the group; needed with the group other.`),
  name: textUpTo(255).describe(descriptions.name),
  fields: emailFields.optional(),
  locale: locales.optional().describe(descriptions.locale),
  tags: tagsGiven.describe(descriptions.tags),
  is_active: flag.optional().describe(`${descriptions.isActive} True at first.`),
  is_default: flag.optional().describe(`${descriptions.isDefault} False at first.`),
}

/** A mail to print with sample data. */
export const previewGiven = {
  group: emailGiven.group,
  type: emailGiven.type,
  fields: emailGiven.fields,
  locale: z.string().max(16).optional().describe('Locale of the recipient, such as nl_NL; English by default.'),
}

export const emailId = resourceId.describe('Number of the template.')

/** A template as it is read. */
export const email = z
  .object({
    id: z.int().describe('Number of the template.'),
    group: z.enum(emailGroups).describe(descriptions.group),
    type: z.string().describe(descriptions.type),
    name: z.string().describe(descriptions.name),
    fields: z
      .array(
        z
          .object({
            name: z.enum(['subject', 'text', 'html']).describe('Part of the mail.'),
            value: z.string().describe('Its template.'),
          })
          .meta({ id: 'EmailFieldRead' }),
      )
      .describe(descriptions.fields),
    locale: z.array(z.string()).describe(descriptions.locale),
    tags: z.array(tag).describe(descriptions.tags),
    is_active: z.boolean().describe(descriptions.isActive),
    is_default: z.boolean().describe(descriptions.isDefault),
    is_system: z.boolean().describe('Whether these are the words of the platform, which you cannot change.'),
  })
  .meta({ id: 'Email', description: 'A template of a mail.' })
