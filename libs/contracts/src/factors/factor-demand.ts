import { z } from 'zod'
import { wireDate } from '../primitives/dates'

/** The people whose logins the demand of a second factor would refuse. */
export const peopleWithoutFactor = z
  .array(
    z.object({
      username: z.string().describe('User name of the contact.'),
      last_login_at: wireDate.describe('The last login without a second factor, in UTC.'),
    }),
  )
  .describe(
    'Contacts without a second factor who logged in with their password in the last 30 days: programs that log in for them must use an API key first.',
  )
