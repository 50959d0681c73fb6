import { z } from 'zod'
import { operation } from '../operation'
import { flag, integer, textUpTo, unlessBlank, word } from '../primitives/scalars'
import { secret } from '../primitives/secret'
import { descriptions } from './order-fields'

/** Creates a key and a certificate request. The key is returned once and not stored. */
export const createCsr = operation({
  id: 'csr.create',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/csr',
  isAudited: false,
  summary: 'Create a key and a certificate request',
  description:
    'Use when you have not created a key on your server. The private key is returned once and not stored: save it.',
  body: z.object({
    bits: integer().describe('Length of the RSA key in bits: 2048, 3072 or 4096.'),
    common_name: textUpTo(255).describe(descriptions.commonName),
    country: textUpTo(64).describe('ISO 3166-1 alpha-2 code of the country of the owner, such as NL.'),
    email: textUpTo(255).describe('Address for mail, written into the request.'),
    locality: unlessBlank.describe('Town or city of the owner.'),
    organization: unlessBlank.describe('Name of the company; empty for a private person.'),
    state: unlessBlank.describe('State, province or region of the owner.'),
    unit: unlessBlank.describe('Department of the company.'),
    signature_hash_algorithm: word('sha2', 'sha1')
      .prefault('sha2')
      .describe('`sha2` (default); `sha1` is refused by certificate authorities.'),
    subject_alternative_name: z
      .array(textUpTo(255))
      .max(100)
      .optional()
      .describe('Further names of the certificate, at most 100, such as www.example.com.'),
    with_config: flag.prefault(false).describe('Also return an OpenSSL configuration; false by default.'),
  }),
  result: z.object({
    csr: z.string().describe('The certificate request (PKCS #10) in PEM.'),
    key: secret(z.string()).describe('The private key (PKCS #8) in PEM; returned once and not stored.'),
    command: z.string().describe('OpenSSL command that makes the same request.'),
    config: z.string().optional().describe('Configuration of OpenSSL for the command; only with with_config.'),
    config_path: z
      .string()
      .optional()
      .describe('Name of the configuration file in the command; only with with_config.'),
    key_path: z.string().optional().describe('Name of the key file in the command; only with with_config.'),
  }),
  errors: ['common_name_invalid', 'ssl_names_invalid', 'ssl_signature_invalid', 'csr_field_invalid'],
  isSecret: true,
  example: { bits: 2048, common_name: 'example.com', country: 'NL', email: 'ada@example.com' },
  schemas: { request: 'csrCreateCsrRequest', response: 'csrCreateCsrResponse' },
})
