import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { everyRole } from '../roles'
import { factorId, proof } from './factor'

/** Removes a second factor of the contact person who calls. A POST, because it needs a proof in its body. */
export const removeFactor = operation({
  id: 'factors.remove',
  service: 'customers',
  effect: 'write',
  isDestructive: true,
  isIdempotent: false,
  roles: everyRole,
  isForPeople: true,
  method: 'POST',
  path: '/v1/auth/factors/:id/remove',
  summary: 'Remove a second factor',
  description:
    'Use when a device is lost or replaced. Needs your password or a one-time code. With the last factor the recovery codes are deleted too; the last one cannot be removed while your account demands a second factor. Free of charge. Undo by adding it again.',
  params: z.object({ id: factorId }),
  body: z.object(proof),
  result: success,
  refusesLimitedKeys: true,
  errors: ['factor_not_found', 'factor_is_last', 'proof_wrong', 'rate_limited', 'key_limited'],
  example: { password: 'correct horse battery' },
})
