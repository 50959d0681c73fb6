import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { newPassword } from './new-password'

/** Sets a new password with a mailed link. */
export const completePasswordReset = operation({
  id: 'access.complete-password-reset',
  service: 'customers',
  effect: 'write',
  anonymous: true,
  method: 'POST',
  path: '/v1/auth/password-reset/complete',
  isForPeople: true,
  summary: 'Set a new password with a mailed link',
  description:
    'Sets the password of the contact to whom the link was mailed and ends all its sessions. A link works once. The page behind the link does the same. Free of charge.',
  body: z.object({
    token: z.string().max(1024).describe('Last part of the mailed link.'),
    password: newPassword,
  }),
  result: success,
  errors: ['password_reset_not_found', 'password_invalid'],
  example: { token: 'q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C', password: 'seven green bicycles' },
})
