import { z } from 'zod'
import { passkeyAnswer } from '../factors/passkey'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { textUpTo } from '../primitives/scalars'
import { administrators } from '../roles'
import { approvalId } from './approval'

/** Lets an API key or an assistant make one call, with the arguments that it has named. */
export const approveCall = operation({
  id: 'approvals.approve',
  service: 'customers',
  effect: 'write',
  isIdempotent: false,
  roles: administrators,
  method: 'POST',
  path: '/v1/approvals/:id/approve',
  isForPeople: true,
  summary: 'Approve a call of an API key or an assistant',
  description:
    'Use after approvals.get, if this call shall be made. It can be made once, with the same arguments, until the approval expires. Needs a login of a person and a second factor, in this request. Only for administrators of the account. The call itself may cost money. Cannot be undone.',
  params: z.object({ id: approvalId }),
  body: z.object({
    otp: textUpTo(64).optional().describe('A one-time code of your app, or a recovery code. Send it, or `passkey`.'),
    passkey: passkeyAnswer
      .optional()
      .describe(
        'Instead of `otp`: the answer of a passkey to the options that access.start-passkey-login gives for your user name and password.',
      ),
  }),
  result: success,
  errors: [
    'approval_not_found',
    'approval_unusable',
    'otp_needed',
    'passkey_wrong',
    'passkey_stale',
    'passkeys_unavailable',
    'rate_limited',
    'key_limited',
  ],
  example: { otp: '123456' },
})
