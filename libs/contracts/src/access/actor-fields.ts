import { z } from 'zod'
import { everyRight } from '../rights'
import { everyRole } from '../roles'

/** What the customers service tells other parts about a contact or one of its API keys. */
export const actorFields = {
  resellerId: z.int(),
  username: z.string(),
  /** Rights of the key, or all that the role of the contact leaves. */
  scope: z.array(z.enum(everyRight)),
  role: z.enum(everyRole),
  /** Whether the account has switched the table of roles on. */
  enforcesRoles: z.boolean().optional(),
  /** Whether it is an API key with limits. */
  isLimited: z.boolean().optional(),
  limits: z
    .object({
      domains: z.array(z.string()),
      zones: z.array(z.string()),
      recordNames: z.array(z.string()).optional(),
      recordTypes: z.array(z.string()).optional(),
    })
    .optional(),
}
