import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { administrators } from '../roles'
import { approvalId } from './approval'

/** Refuses a call of an API key or an assistant. */
export const refuseCall = operation({
  id: 'approvals.refuse',
  service: 'customers',
  effect: 'write',
  isIdempotent: false,
  roles: administrators,
  method: 'POST',
  path: '/v1/approvals/:id/refuse',
  isForPeople: true,
  summary: 'Refuse a call of an API key or an assistant',
  description:
    'Use when this call shall not be made. Also takes an approval back that was not used. It can be asked for again. Needs a login of a person, and no second factor. Only for administrators of the account. Free of charge. Cannot be undone.',
  params: z.object({ id: approvalId }),
  result: success,
  errors: ['approval_not_found', 'approval_unusable', 'key_limited'],
})
