import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { X509CertificateGenerator } from '@peculiar/x509'

/** A self-signed key and certificate of a host, in PEM. */
export async function selfSigned(host: string): Promise<{ readonly key: string; readonly cert: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    keys,
    signingAlgorithm: algorithm,
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`
  return { key, cert: certificate.toString('pem') }
}
