import { z } from 'zod'
import { internalOperation } from '../operation'
import { idempotency, registryAccountName } from './registry-account'

/**
 * Tests an account: connects, reads the greeting, logs in, compares the services with what its extensions need, and logs
 * out. At an upstream registrar: checks the key with its rights, the balance, the default of automatic renewal, the prices of
 * the extensions, and idempotency if the settings assume it. At DENIC: logs in, and checks a name of each extension. Works for
 * a closed account too, and changes nothing of its state. One refused login counts at the registry.
 */
export const testRegistryAccount = internalOperation({
  id: 'registry.test-account',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Log in at a registry or registrar and compare what it offers with what the account needs',
  body: z.object({ account: registryAccountName }),
  result: z.object({
    account: z.string(),
    /** What would not work, one sentence each. Empty: everything works. */
    obstacles: z.array(
      z.object({
        step: z.enum([
          'session',
          'connection',
          'greeting',
          'login',
          'services',
          'clock',
          'certificate',
          'rights',
          'balance',
          'renewals',
          'extensions',
          'idempotency',
        ]),
        text: z.string(),
      }),
    ),
    /** The greeting of the registry; absent when none was read. */
    server: z
      .object({
        name: z.string(),
        /** By how much its clock is ahead of ours; negative when it is behind. */
        clockAheadMs: z.int(),
        objects: z.array(z.string()),
        eppExtensions: z.array(z.string()),
      })
      .optional(),
    /** At an upstream registrar: whether it accepts the key. */
    isLoggedIn: z.boolean(),
    /** What an upstream registrar shows; absent when it does not accept the key. */
    upstream: z
      .object({
        username: z.string(),
        /** Rights of the key. */
        scope: z.array(z.string()),
        /** What can be spent, in units of the currency; absent when the key may not read it. */
        balance: z.number().optional(),
        currency: z.string().optional(),
        idempotency,
      })
      .optional(),
    /** Its warnings at login about passwords and certificates (RFC 8807). */
    warnings: z.array(z.string()),
  }),
  errors: ['registry_account_not_found'],
})
