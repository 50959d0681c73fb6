import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { emailGiven, emailId } from './email'

/** Changes a template of the account. */
export const updateEmail = operation({
  id: 'emails.update',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  isForPeople: true,
  method: 'PUT',
  path: '/v1/emails/:id',
  summary: 'Change a template of a mail',
  description:
    'Use to change your own words of a mail, or to stop using them. Absent fields stay as they are. Words of the platform cannot be changed: create a template. Free of charge. Can be changed back.',
  params: z.object({ id: emailId }),
  body: z.object({ ...emailGiven, group: emailGiven.group.optional(), name: emailGiven.name.optional() }),
  result: success,
  errors: ['email_template_not_found', 'email_template_invalid', 'email_type_unknown'],
  example: { is_active: false },
  schemas: { request: 'emailUpdateEmailRequest', response: 'emailUpdateEmailResponse' },
})
