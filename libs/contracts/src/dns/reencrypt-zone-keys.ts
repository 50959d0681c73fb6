import { z } from 'zod'
import { internalOperation } from '../operation'

/** Encrypts the private keys of all zones with the newest secret, so that older secrets can be removed. */
export const reencryptZoneKeys = internalOperation({
  id: 'zone-keys.reencrypt',
  service: 'dns',
  audience: 'operator',
  effect: 'write',
  summary: 'Encrypt all zone keys with the newest secret',
  result: z.object({
    /** Number of re-encrypted keys. */
    keys: z.int(),
  }),
  errors: ['dnssec_unavailable'],
})
