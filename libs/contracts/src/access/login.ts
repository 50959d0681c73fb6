import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { neededText, word } from '../primitives/scalars'

/** Parts of an account's rights that a token may carry. */
export const scope = word('read', 'write', 'purchase')

/** Trades the credentials of a contact person for a bearer token. */
export const login = operation({
  id: 'access.login',
  service: 'customers',
  effect: 'read',
  anonymous: true,
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Log in and get a bearer token',
  description:
    'Call first where a token is needed; it lives for a limited time and is to be kept and used again. A token with a smaller scope may read only, or do everything but spend money.',
  body: z.object({
    username: refusedAs(neededText(4096), {
      missing: 'login_username_missing',
      missingWith: { field: 'password', refusal: 'login_credentials_missing' },
    }).describe('Name of the login; that of a contact of the account.'),
    password: refusedAs(neededText(4096), { missing: 'login_password_missing' }).describe(
      'Password of the login. Too many wrong ones in a row are answered with 429.',
    ),
    ip: z
      .string()
      .max(64)
      .optional()
      .describe(
        'IPv4 address, IPv6 address or CIDR range from which alone the token works. Absent, empty or 0.0.0.0: from any address.',
      ),
    scope: z
      .array(scope)
      .optional()
      .describe(
        'Rights of the token: `read` looks, `write` changes what costs nothing, `purchase` spends money. All rights when absent.',
      ),
  }),
  result: z.object({
    reseller_id: z.int().describe('Number of the account that the login belongs to.'),
    token: z
      .string()
      .describe('Bearer token for the `Authorization` header. It lives 48 hours unless the operator set another time.'),
  }),
  errors: [
    'authentication_failed',
    'access_denied',
    'rate_limited',
    'login_username_missing',
    'login_password_missing',
    'login_credentials_missing',
  ],
})
