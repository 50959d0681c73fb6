import { z } from 'zod'
import { requestOptions } from '../factors/passkey'
import { operation } from '../operation'
import { textUpTo } from '../primitives/scalars'

/** Returns the options with which a browser answers for a passkey at a login. */
export const startPasskeyLogin = operation({
  id: 'access.start-passkey-login',
  service: 'customers',
  effect: 'read',
  anonymous: true,
  method: 'POST',
  path: '/v1/auth/login/passkey/options',
  isForPeople: true,
  summary: 'Get the options of a login with a passkey',
  description:
    'Without user name and password: for access.login-with-passkey, where the passkey says who logs in. With both: for access.login with `passkey` as second factor. They work once, for five minutes.',
  body: z.object({
    username: textUpTo(4096).optional().describe('User name of a contact, if the password is given too.'),
    password: textUpTo(4096)
      .optional()
      .describe('Its password. Too many failed logins in a row are answered with 429.'),
  }),
  result: z.object({ options: requestOptions }),
  errors: [
    'authentication_failed',
    'access_denied',
    'rate_limited',
    'login_username_missing',
    'login_password_missing',
    'passkey_missing',
    'passkeys_unavailable',
  ],
  example: { username: 'ada', password: 'correct horse battery' },
})
