import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { integer, neededText, textUpTo } from '../primitives/scalars'

export const factorId = integer({ min: 1 }).describe('Number of the second factor, as factors.list shows it.')

export const factorName = neededText(255).describe('Your name for the device, such as `phone`.')

/** The password, where nothing else proves the caller. */
export const ownPassword = neededText(4096).describe(
  'Your password, so that a stolen token is not enough. After several wrong ones you must wait (429).',
)

/** Either the password or a one-time code proves the caller beyond the token. */
export const proof = {
  password: textUpTo(4096)
    .optional()
    .describe(
      'Your password. Send it, or `otp`, so that a stolen token is not enough. Too many wrong ones: wait (429).',
    ),
  otp: textUpTo(64).optional().describe('Instead of the password: a one-time code of your app, or a recovery code.'),
} as const

export const recoveryCodes = z
  .array(z.string())
  .describe(
    'Ten recovery codes. Each works once instead of a one-time code. They are shown only in this answer: print or store them now.',
  )

/** A second factor of the caller. */
export const factor = z
  .object({
    id: z.int().describe('Number of the second factor.'),
    kind: z.enum(['totp', 'passkey']).describe('`totp`: an app that shows one-time codes. `passkey`: a passkey.'),
    name: z.string().describe('Your name for the device.'),
    is_confirmed: z
      .boolean()
      .describe('Whether the factor counts. An app counts when factors.confirm-totp has accepted its first code.'),
    is_passwordless: z
      .boolean()
      .describe('Whether it can log in without a password: a passkey on a device that checks who uses it.'),
    created_at: wireDate.describe('When the factor was added, in UTC.'),
    last_used_at: wireDate.describe('When the factor was last used, in UTC; unset if it never was.'),
  })
  .meta({ id: 'SecondFactor', description: 'What a contact proves at login beside the password.' })
