import { z } from 'zod'
import { operation } from '../operation'
import { flag, integer, textUpTo, unlessBlank, word } from '../primitives/scalars'

/** Makes a key and a certificate request. The key is answered once and kept nowhere. */
export const createCsr = operation({
  id: 'csr.create',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/csr',
  summary: 'Make a key and a certificate request',
  description:
    'Use when no key was made on the server itself. The private key is answered once and kept nowhere: keep it.',
  body: z.object({
    bits: integer(),
    common_name: textUpTo(255),
    country: textUpTo(64).meta({ description: 'ISO 3166-1 alpha-2.' }),
    email: textUpTo(255),
    locality: unlessBlank,
    organization: unlessBlank,
    state: unlessBlank,
    unit: unlessBlank,
    signature_hash_algorithm: word('sha2', 'sha1').prefault('sha2'),
    subject_alternative_name: z.array(textUpTo(255)).max(100).optional(),
    with_config: flag.prefault(false).meta({ description: 'Answer a configuration of OpenSSL, too.' }),
  }),
  result: z.object({
    csr: z.string(),
    key: z.string().meta({ description: 'PKCS #8 in PEM; shown once.' }),
    command: z.string().meta({ description: 'What makes the same with OpenSSL.' }),
    config: z.string().optional(),
    config_path: z.string().optional(),
    key_path: z.string().optional(),
  }),
  errors: ['common_name_invalid', 'ssl_names_invalid', 'ssl_signature_invalid', 'csr_field_invalid'],
  isSecret: true,
})
