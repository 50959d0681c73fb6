import { z } from 'zod'
import { internalOperation } from '../operation'
import { everyRight } from '../rights'
import { assistantLimits } from './limits'
import { assistantProfiles } from './profile-names'
import { stateHash } from './state'

/**
 * Checks the credentials of a person, as a login does, and gives an assistant access in the name of the person. The access
 * is a session of the person; it begins when the client exchanges its code, within ten minutes.
 */
export const allowAssistant = internalOperation({
  id: 'assistants.allow',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Give an assistant access',
  body: z.object({
    username: z.string().min(1).max(4096),
    password: z.string().min(1).max(4096),
    /** One-time code, recovery code or login code. */
    otp: z.string().max(64).optional(),
    /** The grant of the authorization server. */
    grant: stateHash,
    /** The URL of the client's metadata document. */
    clientId: z.string().max(2048),
    /** As the client calls itself. */
    clientName: z.string().max(200),
    profile: z.enum(assistantProfiles),
    scope: z.array(z.enum(everyRight)).min(1),
    ...assistantLimits,
  }),
  result: z.object({ contactId: z.int() }),
  errors: ['authentication_failed', 'access_denied', 'otp_needed', 'factor_needed', 'rate_limited'],
})
