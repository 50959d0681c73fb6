import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Adds an account at a registry or at a registrar upstream, in all registry workers and without a restart. The settings are
 * those of an account in the accounts file of the worker; secrets are files there. They are validated as a whole, and a
 * refusal names every fault. An account is never changed by this operation.
 */
export const addRegistryAccount = internalOperation({
  id: 'registry.add-account',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Add an account at a registry while the workers run',
  body: z.object({
    /** Fields of an account, as JSON text because null has a meaning in it: see the README of the registry worker. */
    settings: z.string().max(65_536),
    /** Only validates. */
    isDryRun: z.boolean().default(false),
  }),
  result: z.object({
    account: z.string(),
    /** The extensions that the settings list. Others name the account in their records. */
    extensions: z.array(z.string()),
    /** Whether the worker that answers serves it. The others do too, if they have its files. */
    isServed: z.boolean(),
  }),
})
