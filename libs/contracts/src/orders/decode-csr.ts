import { z } from 'zod'
import { operation } from '../operation'
import { csrGiven } from './ssl-order'

/** Reads a certificate request. */
export const decodeCsr = operation({
  id: 'csr.decode',
  service: 'orders',
  effect: 'read',
  method: 'POST',
  path: '/v1/ssl/csr/decode',
  summary: 'Read a certificate request',
  description: 'Use to see what a CSR asks for before it is ordered with.',
  body: z.object({ csr: csrGiven }),
  result: z.object({
    subject: z.object({
      common_name: z.string(),
      country: z.string(),
      email: z.string(),
      locality: z.string(),
      organization: z.string(),
      state: z.string(),
      unit: z.string(),
    }),
    subject_alternative_name: z.array(z.string()),
    domain_names_count: z.int(),
    public_key: z.object({ bits: z.int(), key: z.string() }),
    signature_hash_algorithm: z.string(),
  }),
  errors: ['csr_invalid'],
})
