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
    }),
    password: refusedAs(neededText(4096), { missing: 'login_password_missing' }),
    ip: z.string().max(64).optional().meta({
      description: 'Binds the token to an address or CIDR range; absent, empty or 0.0.0.0 binds it to none.',
    }),
    scope: z.array(scope).optional().meta({ description: 'What the token may do; everything when absent.' }),
  }),
  result: z.object({ reseller_id: z.int(), token: z.string() }),
  errors: [
    'authentication_failed',
    'access_denied',
    'rate_limited',
    'login_username_missing',
    'login_password_missing',
    'login_credentials_missing',
  ],
})
