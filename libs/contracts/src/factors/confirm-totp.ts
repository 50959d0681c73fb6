import { z } from 'zod'
import { operation } from '../operation'
import { neededText } from '../primitives/scalars'
import { everyRole } from '../roles'
import { factorId, recoveryCodes } from './factor'

/** Proves the first code of an app, which counts from then on. */
export const confirmTotp = operation({
  id: 'factors.confirm-totp',
  service: 'customers',
  effect: 'write',
  isSecret: true,
  isDestructive: false,
  isIdempotent: false,
  roles: everyRole,
  isForPeople: true,
  method: 'POST',
  path: '/v1/auth/factors/totp/:id/confirm',
  summary: 'Confirm an app with its first code',
  description:
    'Call this with the code that the app shows after factors.create-totp. From then on each login with your password needs a one-time code as `otp`; programs need an API key (keys.create). With the first factor it returns recovery codes. Free of charge. Undo with factors.remove.',
  params: z.object({ id: factorId }),
  body: z.object({ code: neededText(64).describe('The code of six digits that the app shows now.') }),
  result: z.object({
    success: z.boolean().describe('Always true: a failure is answered with an error status and a code.'),
    recovery_codes: recoveryCodes.describe(
      'Ten recovery codes with the first factor, else empty. Each works once instead of a one-time code. They are shown only in this answer: print or store them now.',
    ),
  }),
  refusesLimitedKeys: true,
  errors: ['factor_not_found', 'factor_code_wrong', 'rate_limited', 'key_limited'],
  example: { code: '123456' },
})
