import { z } from 'zod'
import { internalOperation } from '../operation'
import { registryAccountName, registryReason } from './registry-account'

/**
 * Suspends an account at a registry. Commands in flight are answered; then its sessions end and nothing more is sent.
 * Operations wait until an operator resumes the account.
 */
export const suspendRegistryAccount = internalOperation({
  id: 'registry.suspend-account',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Send nothing more to a registry until an operator resumes the account',
  body: z.object({ account: registryAccountName, reason: registryReason }),
  result: z.object({ account: z.string(), closedAt: z.iso.datetime(), waiting: z.int() }),
  errors: ['registry_account_not_found'],
})
