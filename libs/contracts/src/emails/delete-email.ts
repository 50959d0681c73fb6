import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { emailId } from './email'

/** Deletes a template of the account. */
export const deleteEmail = operation({
  id: 'emails.delete',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  isForPeople: true,
  isDestructive: true,
  method: 'DELETE',
  path: '/v1/emails/:id',
  summary: 'Delete a template of a mail',
  description: 'Mails of its type have the words of the platform again. Free of charge. Cannot be undone.',
  params: z.object({ id: emailId }),
  result: success,
  errors: ['email_template_not_found'],
  schemas: { response: 'emailDeleteEmailResponse' },
})
