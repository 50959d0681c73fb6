import { z } from 'zod'
import { internalOperation } from '../operation'

/** Encrypts the private keys of the CA with the newest secret, so that older secrets can be removed. */
export const reencryptAuthorityKeys = internalOperation({
  id: 'authority-keys.reencrypt',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Encrypt the keys of the certificate authority with the newest secret',
  result: z.object({
    /** Number of re-encrypted keys. */
    keys: z.int(),
  }),
  errors: ['certificates_unavailable'],
})
