import { z } from 'zod'
import { mailPolicies } from '../events/account-event'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Records who sends the mails to registrants that a policy demands: the platform, or the reseller itself. */
export const setPolicyMails = internalOperation({
  id: 'emails.set-policy-mails',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Record who sends the mails that a policy demands',
  body: z.object({
    operator: operatorName,
    resellerId: z.int(),
    policy: z.enum(mailPolicies),
    isSentByReseller: z.boolean(),
  }),
  result: z.object({ changed: z.boolean() }),
  errors: ['reseller_not_found'],
})
