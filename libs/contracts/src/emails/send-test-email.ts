import { z } from 'zod'
import { operation } from '../operation'
import { textUpTo } from '../primitives/scalars'
import { previewGiven } from './email'

/** Mails a preview to the person who asks, and to nobody else. */
export const sendTestEmail = operation({
  id: 'emails.send-test',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  isForPeople: true,
  method: 'POST',
  path: '/v1/emails/test',
  summary: 'Send yourself a test mail',
  description:
    'Use to see a mail in a mail program before customers get it. It has sample data, is marked as a test, and goes to the address of your own contact only. The first request mails a code to that address; repeat the request with it. The code stays the same as long as the address does. Free of charge.',
  body: z.object({
    ...previewGiven,
    code: textUpTo(64)
      .optional()
      .describe('The code that was mailed to the address of your contact. Without it, the code is mailed.'),
  }),
  result: z.object({
    sent: z.enum(['code', 'test']).describe('What is mailed: the code, or the test.'),
    email: z.string().describe('Address of your contact, to which it is mailed.'),
  }),
  errors: [
    'email_template_invalid',
    'email_type_unknown',
    'email_test_without_address',
    'email_test_code_wrong',
    'email_test_limit',
  ],
  example: { group: 'errp', locale: 'nl_NL' },
})
