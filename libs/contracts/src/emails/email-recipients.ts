import { z } from 'zod'
import { mailRecipients } from '../events/account-event'

/** Who gets a type of mail, as it is read. */
export const emailRecipients = z
  .object({
    type: z.string().describe('Type of the mail, such as domain-renewed.'),
    event: z.string().describe('Type of the event that makes it, such as domain.renewed.'),
    summary: z.string().describe('When the mail is sent.'),
    recipients: z.enum(mailRecipients).describe('Who gets it now: registrant, reseller, both or nobody.'),
    default_recipients: z.enum(mailRecipients).describe('Who gets it unless you decide otherwise.'),
    choices: z.array(z.enum(mailRecipients)).describe('What you can choose.'),
    is_demanded: z
      .boolean()
      .describe('Whether a policy demands that the registrant gets it, so that this cannot be switched off.'),
  })
  .meta({ id: 'EmailRecipients', description: 'Who gets a type of mail.' })
