import { z } from 'zod'

/** Identifies a session of the caller: the first digits of its token's hash. */
export const sessionId = z
  .string()
  .regex(/^[\da-f]{12}$/)
  .meta({
    description: 'Identifier of a session, as access.list-sessions shows it. It is not a token.',
    examples: ['0123456789ab'],
  })
