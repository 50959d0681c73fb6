import { z } from 'zod'
import { flag } from '../primitives/scalars'

/** Whom an account wants to be mailed about the expiry of its domains, as it is read. */
export const expiryMailSettings = z.object({
  to_registrants: z
    .boolean()
    .describe('Whether registrants are mailed. Those of gTLDs always are: a policy of ICANN demands it.'),
  to_administrators: z.boolean().describe('Whether the administrators of the account are mailed as well.'),
})

/** The same, as it is sent. */
export const expiryMailChoice = {
  to_registrants: flag
    .optional()
    .describe(
      'Whether registrants are mailed; true at first. Those of gTLDs always are: a policy of ICANN demands it.',
    ),
  to_administrators: flag
    .optional()
    .describe('Whether the administrators of the account are mailed as well; false at first.'),
}
