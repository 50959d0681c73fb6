import { z } from 'zod'
import type { Call } from '../operation'

/** The API key that places an order, with what its orders may cost in the currency of the account. */
export const spender = z.object({
  keyId: z.int(),
  perDay: z.number().optional(),
  perMonth: z.number().optional(),
})
export type Spender = z.output<typeof spender>

/** Returns the API key of a call; undefined for a login and for the platform. */
export function spenderOf({ actor }: Pick<Call, 'actor'>): Spender | undefined {
  return actor?.keyId === undefined ? undefined : { keyId: actor.keyId, ...actor.spend }
}
