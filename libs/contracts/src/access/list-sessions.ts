import { z } from 'zod'
import { assistantProfiles } from '../assistants/profile-names'
import { operation } from '../operation'
import { approvalSettings } from '../primitives/approval-settings'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { scope } from './login'
import { sessionId } from './session-id'

/** A login whose token is valid, as it is listed. */
export const session = z.object({
  id: sessionId,
  created_at: wireDate.describe('When the login happened, in UTC.'),
  expires_at: wireDate.describe('When the token stops working, in UTC.'),
  last_used_at: wireDate.describe('When the token was last used, to the minute; at first the login itself.'),
  ip: z.string().describe('Address or CIDR range to which the token is limited; empty when it works from any address.'),
  client_id: z
    .string()
    .describe('URL that identifies the program of an assistant to which you gave access; empty for a login.'),
  client_name: z.string().describe('Name that this program gives itself; empty for a login.'),
  profile: z
    .enum(['', ...assistantProfiles])
    .describe('Profile of the tools that the assistant may use; empty for a login.'),
  scope: z.array(scope).describe('Rights of the token, as in access.login.'),
  approval: z
    .enum(approvalSettings)
    .describe('Which calls of the assistant a person must approve; `none` for a login. See access.update-session.'),
  spend_per_day: z
    .number()
    .nullable()
    .describe('What the orders of the assistant may cost on one day in UTC; null for no limit.'),
  spend_per_month: z
    .number()
    .nullable()
    .describe('What the orders of the assistant may cost in one month in UTC; null for no limit.'),
  is_current: z.boolean().describe('Whether this request uses the token of this session.'),
})

/** Lists the sessions of the contact person who calls. */
export const listSessions = operation({
  id: 'access.list-sessions',
  service: 'customers',
  effect: 'read',
  needsSession: true,
  method: 'GET',
  path: '/v1/auth/sessions',
  isForPeople: true,
  summary: 'List your sessions',
  description:
    'Use to see which logins of your own contact are still valid, and which assistants have access in your name, newest first, for example before you end one that you do not recognize. The tokens themselves are never shown. Free of charge.',
  query: z.object({ ...page() }),
  result: results(session),
  refusesLimitedKeys: true,
  errors: ['key_limited'],
})
