import { z } from 'zod'
import { operation } from '../operation'
import { administrators } from '../roles'
import { keyId, newKey } from './key'

/** Replaces the secret of an API key. */
export const rotateKey = operation({
  id: 'keys.rotate',
  service: 'customers',
  effect: 'write',
  isSecret: true,
  isDestructive: true,
  isIdempotent: false,
  roles: administrators,
  method: 'POST',
  path: '/v1/keys/:id/rotate',
  isForPeople: true,
  summary: 'Replace an API key',
  description:
    'Use when a key may be known to others, or regularly. Returns a new key with the same name, rights and limits; the old one stops working within a second. Needs every right of the key. Free of charge. Cannot be undone.',
  params: z.object({ id: keyId }),
  result: newKey,
  refusesLimitedKeys: true,
  errors: ['key_not_found', 'key_limited', 'key_beyond_address'],
})
