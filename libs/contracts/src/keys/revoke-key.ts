import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { administrators } from '../roles'
import { keyId } from './key'

/** Deletes an API key. */
export const revokeKey = operation({
  id: 'keys.revoke',
  service: 'customers',
  effect: 'write',
  roles: administrators,
  method: 'DELETE',
  path: '/v1/keys/:id',
  isForPeople: true,
  summary: 'Revoke an API key',
  description:
    'Use when a program no longer needs its key, or when the key may be known to others. The key stops working within a second. Free of charge. Cannot be undone.',
  params: z.object({ id: keyId }),
  result: success,
  refusesLimitedKeys: true,
  errors: ['key_not_found', 'key_limited'],
})
