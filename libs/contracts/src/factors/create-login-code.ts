import { z } from 'zod'
import { contactId } from '../contacts/contact-id'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { administrators } from '../roles'

/** Creates a code with which another contact logs in once instead of a second factor. */
export const createLoginCode = operation({
  id: 'factors.create-login-code',
  service: 'customers',
  effect: 'write',
  isSecret: true,
  roles: administrators,
  isForPeople: true,
  method: 'POST',
  path: '/v1/contacts/:id/login-code',
  summary: 'Create a login code for a colleague',
  description:
    'Use for a colleague who has lost the second factor, or has none yet while the account demands one. The code works once within 24 hours as `otp` of a login, beside the password; then the colleague adds a factor. Give it to this person only, for example by telephone. Replaces earlier login codes of the contact, who gets a mail. Only for administrators of the account. Free of charge.',
  params: z.object({ id: contactId }),
  result: z.object({
    code: z.string().describe('The login code. It is shown only in this answer.'),
    expires_at: wireDate.describe('When the code stops working, in UTC.'),
  }),
  refusesLimitedKeys: true,
  errors: ['contact_not_found', 'key_limited', 'login_code_for_caller'],
})
