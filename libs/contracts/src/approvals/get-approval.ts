import { z } from 'zod'
import { operation } from '../operation'
import { administrators } from '../roles'
import { approval, approvalId } from './approval'

/** Reads a call of an API key or an assistant that a person is asked to approve, with its arguments. */
export const getApproval = operation({
  id: 'approvals.get',
  service: 'customers',
  effect: 'read',
  roles: administrators,
  method: 'GET',
  path: '/v1/approvals/:id',
  isForPeople: true,
  summary: 'Read an approval',
  description:
    'Use before approvals.approve: it shows the arguments of the call. Passwords and auth codes among them are not stored and shown as [secret]. Only for administrators of the account. Free of charge.',
  params: z.object({ id: approvalId }),
  result: approval.extend({
    arguments: z.record(z.string(), z.unknown()).describe('The arguments of the call.'),
  }),
  errors: ['approval_not_found', 'key_limited'],
})
