import { z } from 'zod'
import { operation } from '../operation'
import { approvalSettings } from '../primitives/approval-settings'
import { success } from '../primitives/page'
import { amount, word } from '../primitives/scalars'
import { everyRole } from '../roles'
import { sessionId } from './session-id'

/** Changes what an assistant of the contact person who calls may do without a person, and what its orders may cost. */
export const updateSession = operation({
  id: 'access.update-session',
  service: 'customers',
  effect: 'write',
  roles: everyRole,
  // An ignored limit would leave the assistant with more than its person meant.
  isStrict: true,
  isDestructive: false,
  method: 'PUT',
  path: '/v1/auth/sessions/:id',
  isForPeople: true,
  summary: 'Change the limits of an assistant',
  description:
    'Use to change which calls of an assistant to which you gave access a person must approve, and what its orders may cost. It holds within a second, and replaces all limits: one that you leave out is removed. Only for your own sessions that have a client_id. An unknown field is refused. The access keeps its rights; free of charge. Undo with another call.',
  params: z.object({ id: sessionId }),
  body: z.object({
    approval: word(...approvalSettings).describe(
      'Which calls a person must approve: `purchases` for orders that cost money, `purchases-and-destructive` also for what cannot be undone, or `none`.',
    ),
    spend_per_day: amount
      .optional()
      .describe('What the orders of the assistant may cost on one day in UTC, in the currency of the account.'),
    spend_per_month: amount
      .optional()
      .describe('What the orders of the assistant may cost in one month in UTC, in the currency of the account.'),
  }),
  result: success,
  refusesLimitedKeys: true,
  errors: ['session_not_found', 'key_limited'],
  example: { approval: 'purchases', spend_per_month: 50 },
})
