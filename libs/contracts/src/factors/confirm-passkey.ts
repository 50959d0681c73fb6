import { z } from 'zod'
import { operation } from '../operation'
import { everyRole } from '../roles'
import { recoveryCodes } from './factor'
import { createdPasskey } from './passkey'

/** Adds the passkey that a browser created. */
export const confirmPasskey = operation({
  id: 'factors.confirm-passkey',
  service: 'customers',
  effect: 'write',
  isSecret: true,
  roles: everyRole,
  isForPeople: true,
  isDestructive: false,
  isIdempotent: false,
  method: 'POST',
  path: '/v1/auth/factors/passkeys/confirm',
  summary: 'Confirm a passkey',
  description:
    'Call this with the answer of the browser to the options of factors.create-passkey. From then on each login with your password needs the passkey or a one-time code; programs need an API key (keys.create). With the first factor it returns recovery codes. Free of charge. Undo with factors.remove.',
  body: z.object({ credential: createdPasskey }),
  result: z.object({
    success: z.boolean().describe('Always true: a failure is answered with an error status and a code.'),
    id: z.int().describe('Number of the second factor.'),
    recovery_codes: recoveryCodes.describe(
      'Ten recovery codes with the first factor, else empty. Each works once instead of a second factor. They are shown only in this answer: print or store them now.',
    ),
  }),
  refusesLimitedKeys: true,
  errors: [
    'credential_stale',
    'credential_invalid',
    'passkey_known',
    'factor_limit_reached',
    'passkeys_unavailable',
    'key_limited',
  ],
  example: {
    credential: {
      id: 'Zm9yIGV4YW1wbGU',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
        transports: ['internal'],
      },
    },
  },
})
