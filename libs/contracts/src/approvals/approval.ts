import { z } from 'zod'
import { sessionId } from '../access/session-id'
import { wireDate } from '../primitives/dates'
import { integer } from '../primitives/scalars'

export const approvalId = integer({ min: 1 }).describe('Number of the approval, as the refusal of the call named it.')

export const approvalStates = ['pending', 'approved', 'refused', 'used'] as const

/** A call of an API key or an assistant that a person must approve. */
export const approval = z
  .object({
    id: z.int().describe('Number of the approval.'),
    status: z
      .enum([...approvalStates, 'expired'])
      .describe('`pending`: waits for a person. `approved`: the call can be made once. `used`: it was made.'),
    operation: z.string().describe('The operation that was asked for, such as domains.create.'),
    summary: z.string().describe('What the operation does.'),
    price: z
      .number()
      .nullable()
      .describe('What it costs in the currency of the account; null if it costs nothing or the price is not known.'),
    currency: z.string().nullable().describe('ISO 4217 code of the currency; null without a price.'),
    key_id: z
      .int()
      .nullable()
      .describe('Number of the API key that asked, as keys.list shows it; null for an assistant.'),
    key_name: z
      .string()
      .describe(
        'Your name for the program that uses the key, or the name that the program of the assistant gives itself.',
      ),
    session_id: sessionId
      .nullable()
      .describe('The session of the assistant that asked, as access.list-sessions shows it; null for an API key.'),
    created_at: wireDate.describe('When the key or assistant asked, in UTC.'),
    expires_at: wireDate.describe('Until when it can be approved and used, in UTC: ten minutes after that.'),
  })
  .meta({ id: 'Approval', description: 'A call of an API key or an assistant that a person approves or refuses.' })
