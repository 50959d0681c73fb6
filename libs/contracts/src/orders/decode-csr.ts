import { z } from 'zod'
import { operation } from '../operation'
import { descriptions, csrExample } from './order-fields'
import { csrGiven } from './ssl-order'

/** Reads a certificate request. */
export const decodeCsr = operation({
  id: 'csr.decode',
  service: 'orders',
  effect: 'read',
  method: 'POST',
  path: '/v1/ssl/csr/decode',
  summary: 'Read a certificate request',
  description: 'Use to see the contents of a CSR before you order with it.',
  body: z.object({ csr: csrGiven }),
  result: z.object({
    subject: z
      .object({
        common_name: z.string().describe(descriptions.commonName),
        country: z.string().describe('ISO 3166-1 alpha-2 code of the country of the owner, such as NL.'),
        email: z.string().describe('Address for mail of the owner.'),
        locality: z.string().describe('Town or city of the owner.'),
        organization: z.string().describe('Name of the company; empty for a private person.'),
        state: z.string().describe('State, province or region of the owner.'),
        unit: z.string().describe('Department of the company.'),
      })
      .describe('Subject of the certificate; parts that are not in the request are empty.'),
    subject_alternative_name: z.array(z.string()).describe('Further names in the request.'),
    domain_names_count: z.int().describe('Number of different names in the request.'),
    public_key: z
      .object({
        bits: z.int().describe('Length of the key in bits, such as 2048.'),
        key: z.string().describe('The public key in PEM.'),
      })
      .describe('Key that the certificate is for.'),
    signature_hash_algorithm: z.string().describe('Hash algorithm of the signature, such as sha2.'),
  }),
  errors: ['csr_invalid'],
  example: { csr: csrExample },
  schemas: { request: 'csrDecodeCsrRequest', response: 'csrDecodeCsrResponse' },
})
