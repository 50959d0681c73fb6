import { z } from 'zod'
import { passkeyAnswer } from '../factors/passkey'
import { operation } from '../operation'
import { login, tokenRequest } from './login'

/** Exchanges the answer of a passkey for a bearer token, without user name and password. */
export const loginWithPasskey = operation({
  id: 'access.login-with-passkey',
  service: 'customers',
  effect: 'read',
  anonymous: true,
  method: 'POST',
  path: '/v1/auth/login/passkey',
  isForPeople: true,
  summary: 'Log in with a passkey alone',
  description:
    'Call this with the answer of the browser to the options of access.start-passkey-login. The device must have checked who uses it, by PIN or biometry; then it is both factors, and no password or one-time code is needed. For people; programs use API keys.',
  body: z.object({ passkey: passkeyAnswer, ...tokenRequest }),
  result: login.result,
  errors: [
    'authentication_failed',
    'access_denied',
    'passkey_stale',
    'passkey_unverified',
    'rate_limited',
    'passkeys_unavailable',
  ],
  example: {
    passkey: {
      id: 'Zm9yIGV4YW1wbGU',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        signature: 'MEUCIQDexample',
        userHandle: 'cGVyc29u',
      },
    },
  },
})
