import { z } from 'zod'
import { operation } from '../operation'
import { everyRole } from '../roles'
import { proof, recoveryCodes } from './factor'

/** Replaces the recovery codes of the contact person who calls. */
export const createRecoveryCodes = operation({
  id: 'factors.create-recovery-codes',
  service: 'customers',
  effect: 'write',
  isSecret: true,
  isDestructive: true,
  isIdempotent: false,
  roles: everyRole,
  isForPeople: true,
  method: 'POST',
  path: '/v1/auth/recovery-codes',
  summary: 'Replace your recovery codes',
  description:
    'Use when few recovery codes are left, or when others may know them. The old ones stop working. Needs your password or a one-time code. Free of charge. Cannot be undone.',
  body: z.object(proof),
  result: z.object({ recovery_codes: recoveryCodes }),
  refusesLimitedKeys: true,
  errors: ['own_factor_missing', 'proof_wrong', 'rate_limited', 'key_limited'],
  example: { password: 'correct horse battery' },
})
