import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/**
 * Changes our password at a registry to the next one of the settings (RFC 5730 section 2.9.1.1 newPW). If the
 * registry's answer is lost, the call is refused with `registry_unavailable`, and the next login finds out which
 * password is valid.
 */
export const rotateRegistryPassword = internalOperation({
  id: 'registry.rotate-password',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Change the password at a registry to the next one of the settings',
  body: z.object({ operator: operatorName, account: z.string() }),
  result: z.object({ account: z.string() }),
  errors: ['registry_account_not_found', 'registry_unavailable', 'invalid_input'],
})
