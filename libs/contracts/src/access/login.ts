import { z } from 'zod'
import { passkeyAnswer } from '../factors/passkey'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { neededText, textUpTo, word } from '../primitives/scalars'
import { everyRight } from '../rights'

/** Rights that a token can have. */
export const scope = word(...everyRight)

/** What a login may say about its token. */
export const tokenRequest = {
  ip: z
    .string()
    .max(64)
    .optional()
    .describe(
      'IPv4 address, IPv6 address or CIDR range to which the token is limited. Absent, empty or 0.0.0.0: no limit.',
    ),
  scope: z
    .array(scope)
    .optional()
    .describe(
      'Rights of the token: `read` to read, `write` for changes that are free of charge, `purchase` to spend money, `transfer-codes` to see, set and use the auth codes of domains. All rights by default.',
    ),
} as const

/** Exchanges the credentials of a contact person for a bearer token. */
export const login = operation({
  id: 'access.login',
  service: 'customers',
  effect: 'read',
  anonymous: true,
  method: 'POST',
  path: '/v1/auth/login',
  isForPeople: true,
  summary: 'Log in and get a bearer token',
  description:
    'Call this first to get a token. Use the token until it expires. With a smaller scope the token can, for example, only read, do everything except spend money, or do everything without seeing auth codes.',
  body: z.object({
    username: refusedAs(neededText(4096), {
      missing: 'login_username_missing',
      missingWith: { field: 'password', refusal: 'login_credentials_missing' },
    }).describe('User name of a contact of the account.'),
    password: refusedAs(neededText(4096), { missing: 'login_password_missing' }).describe(
      'Password of the login. Too many failed logins in a row are answered with 429.',
    ),
    otp: textUpTo(64)
      .optional()
      .describe(
        'One-time code of your app, a recovery code or a login code. It or `passkey` is needed if the contact has a second factor or the account demands one (10006). API keys need none.',
      ),
    passkey: passkeyAnswer
      .optional()
      .describe(
        'Instead of `otp`: the answer of a passkey to the options that access.start-passkey-login gives for this user name and password.',
      ),
    ...tokenRequest,
  }),
  result: z.object({
    reseller_id: z.int().describe('Number of the account that the login belongs to.'),
    token: z
      .string()
      .describe(
        'Bearer token for the `Authorization` header. It is valid for 48 hours unless the operator set another time.',
      ),
  }),
  errors: [
    'authentication_failed',
    'access_denied',
    'otp_needed',
    'passkey_wrong',
    'passkey_stale',
    'passkeys_unavailable',
    'factor_needed',
    'rate_limited',
    'login_username_missing',
    'login_password_missing',
    'login_credentials_missing',
  ],
  schemas: { request: 'authLoginRequest', response: 'authLoginResponse' },
})
