import { z } from 'zod'
import type { Call } from '../operation'

/** The API key or the assistant that places an order, with what its orders may cost in the currency of the account. */
export const spender = z.object({
  /** Number of the key, or of the assistant's access: both are numbers of one sequence. */
  keyId: z.int(),
  perDay: z.number().optional(),
  perMonth: z.number().optional(),
})
export type Spender = z.output<typeof spender>

/** Returns the API key or the assistant of a call; undefined for a login and for the platform. */
export function spenderOf({ actor }: Pick<Call, 'actor'>): Spender | undefined {
  const keyId = actor?.keyId ?? actor?.assistantId
  return keyId === undefined ? undefined : { keyId, ...actor?.spend }
}
