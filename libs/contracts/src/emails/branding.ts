import { z } from 'zod'
import { textUpTo } from '../primitives/scalars'

const descriptions = {
  name: 'Name of the sender; empty for the name of the account.',
  reply_to: 'Address that gets the replies; empty for none.',
  logo_url: 'Address of a picture at the top of mails, with https; empty for none.',
  color: 'Color of the line at the top of mails, such as #1a5fb4; empty for none.',
  footer: 'Text at the end of mails; empty for none.',
} as const

/** How the mails of an account look, as it is read. */
export const branding = z
  .object({
    name: z.string().describe(descriptions.name),
    reply_to: z.string().describe(descriptions.reply_to),
    logo_url: z.string().describe(descriptions.logo_url),
    color: z.string().describe(descriptions.color),
    footer: z.string().describe(descriptions.footer),
  })
  .meta({ id: 'EmailBranding', description: 'How the mails of the account look.' })

/** The same, as it is sent. */
export const brandingGiven = {
  name: textUpTo(100).optional().describe(descriptions.name),
  reply_to: textUpTo(254).optional().describe(descriptions.reply_to),
  logo_url: textUpTo(500).optional().describe(descriptions.logo_url),
  color: textUpTo(64).optional().describe(descriptions.color),
  footer: textUpTo(1000).optional().describe(descriptions.footer),
}
