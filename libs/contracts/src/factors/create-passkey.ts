import { z } from 'zod'
import { operation } from '../operation'
import { everyRole } from '../roles'
import { factorName, ownPassword } from './factor'
import { creationOptions } from './passkey'

/** Starts to add a passkey. */
export const createPasskey = operation({
  id: 'factors.create-passkey',
  service: 'customers',
  effect: 'write',
  roles: everyRole,
  isForPeople: true,
  method: 'POST',
  path: '/v1/auth/factors/passkeys',
  summary: 'Add a passkey',
  description:
    'Returns the options with which a browser creates a passkey (WebAuthn) on a device of yours. The passkey counts when factors.confirm-passkey has accepted it within five minutes; until then nothing changes. Needs your password. Free of charge.',
  body: z.object({ name: factorName, password: ownPassword }),
  result: z.object({ options: creationOptions }),
  refusesLimitedKeys: true,
  errors: ['proof_wrong', 'rate_limited', 'key_limited', 'factor_limit_reached', 'passkeys_unavailable'],
  example: { name: 'laptop', password: 'correct horse battery' },
})
