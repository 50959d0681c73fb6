import { z } from 'zod'
import { command } from '../event'

/** Mails a contact the code that proves its address, or a test of a mail. */
export const sendTestMail = command({
  id: 'emails.send-test-mail',
  service: 'customers',
  payload: z.object({
    contactId: z.int(),
    /** The address when it was asked for. After a change of the address nothing is sent. */
    address: z.string(),
    /** Under which the mail is recorded. */
    messageId: z.string(),
    sends: z.enum(['code', 'test']),
    /** The type of the mail that is tested, and the words for it; without them those that a recipient gets now. */
    type: z.string(),
    locale: z.string(),
    words: z.object({ subject: z.string(), text: z.string(), html: z.string().optional() }).optional(),
  }),
})
