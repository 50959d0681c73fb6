import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509'

/** A CSR as a client creates it: a new P-256 key, a common name, and alternative names. */
export async function certificateRequest(
  commonName: string,
  alternatives: readonly string[] = [],
  algorithm: webcrypto.RsaHashedKeyGenParams | webcrypto.EcKeyGenParams = { name: 'ECDSA', namedCurve: 'P-256' },
  organization = 'Example BV',
): Promise<string> {
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const names = alternatives.map((value) => ({ type: 'dns' as const, value }))
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [commonName] }, { O: [organization] }, { C: ['NL'] }],
    keys,
    signingAlgorithm: { hash: 'SHA-256', ...algorithm },
    extensions: names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : [],
  })
  return request.toString('pem')
}
