import { z } from 'zod'
import { operation } from '../operation'
import { everyRole } from '../roles'
import { factorName, ownPassword } from './factor'

/** Starts to add an app that shows one-time codes. */
export const createTotp = operation({
  id: 'factors.create-totp',
  service: 'customers',
  effect: 'write',
  isSecret: true,
  roles: everyRole,
  isForPeople: true,
  method: 'POST',
  path: '/v1/auth/factors/totp',
  summary: 'Add an app with one-time codes',
  description:
    'Returns the secret for an authenticator app (TOTP, RFC 6238). The app counts when factors.confirm-totp has accepted its first code within an hour; until then nothing changes. Needs your password. Free of charge.',
  body: z.object({ name: factorName, password: ownPassword }),
  result: z.object({
    id: z.int().describe('Number of the second factor, for factors.confirm-totp.'),
    secret: z.string().describe('The secret in base 32, to type into the app. It is shown only in this answer.'),
    uri: z.string().describe('The same as an `otpauth://` URI, to show to the app as a QR code.'),
  }),
  refusesLimitedKeys: true,
  errors: ['proof_wrong', 'rate_limited', 'key_limited', 'factor_limit_reached', 'totp_unavailable'],
  example: { name: 'phone', password: 'correct horse battery' },
})
