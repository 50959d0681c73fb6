import 'reflect-metadata'
import { createPublicKey } from 'node:crypto'
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension, type HashedAlgorithm } from '@peculiar/x509'
import { fail } from '@nameyard/contracts/errors'

/** A certificate signing request (CSR) with a verified signature. */
export interface CertificateRequest {
  /** The form that is stored and returned. */
  readonly pem: string
  readonly subject: Readonly<Record<SubjectField, string>>
  /** DNS names of its subjectAltName. */
  readonly alternatives: readonly string[]
  readonly key: { readonly pem: string; readonly bits: number; readonly kind: 'rsa' | 'ec' }
  /** `sha2`, or the name of another algorithm. */
  readonly signatureHash: string
}

type SubjectField = 'common_name' | 'country' | 'email' | 'locality' | 'organization' | 'state' | 'unit'

const subjectFields: Readonly<Record<SubjectField, string>> = {
  common_name: 'CN',
  country: 'C',
  email: 'E',
  locality: 'L',
  organization: 'O',
  state: 'ST',
  unit: 'OU',
}

/** Maximum size of a CSR in octets. One for 100 names needs a tenth of it. */
const MAX_DER = 24_576

const WRAPPED =
  /-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]+)-----END (?:NEW )?CERTIFICATE REQUEST-----/g

/** Reads a CSR in PEM. Refuses invalid ones, and one that is not signed by its own key. */
export async function readCsr(given: string): Promise<CertificateRequest> {
  // The sender must learn that the private key was disclosed.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(given)) return refuse('contains a private key; send the request alone')
  const [found, ...more] = given.matchAll(WRAPPED)
  if (found === undefined) return refuse('is not a PKCS #10 request in PEM')
  if (more.length > 0) return refuse('contains several requests; send one')
  const body = found[1]!
  const der = Buffer.from(body, 'base64')
  if (der.length > MAX_DER) return refuse('is too long')
  try {
    const request = new Pkcs10CertificateRequest(new Uint8Array(der))
    const key = keyOf(request.publicKey.rawData)
    if (!(await request.verify())) return refuse('is not signed by its own key')
    const name = request.subjectName
    const fields = Object.entries(subjectFields).map(([field, type]) => [field, name.getField(type)[0] ?? ''])
    const names = request.extensions.find((each) => each instanceof SubjectAlternativeNameExtension)
    return {
      pem: `${request.toString('pem').trim()}\n`,
      subject: Object.fromEntries(fields) as CertificateRequest['subject'],
      alternatives: names?.names.items.filter(({ type }) => type === 'dns').map(({ value }) => value) ?? [],
      key,
      signatureHash: hashOf(request.signatureAlgorithm),
    }
  } catch (error) {
    if (error instanceof Error && 'refusal' in error) throw error
    return refuse('cannot be read')
  }
}

function refuse(problem: string): never {
  return fail('csr_invalid', { problem }, [{ path: 'csr', problem }])
}

function keyOf(spki: ArrayBuffer): CertificateRequest['key'] {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {}
  const pem = key.export({ format: 'pem', type: 'spki' }) as string
  if (key.asymmetricKeyType === 'rsa') return { pem, bits: modulusLength ?? 0, kind: 'rsa' }
  const bits = key.asymmetricKeyType === 'ec' ? curves[namedCurve ?? ''] : undefined
  return bits === undefined ? refuse('has a key that is neither RSA nor on a NIST curve') : { pem, bits, kind: 'ec' }
}

/** Supported curves and their size in bits (RFC 5480). */
const curves: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 }

function hashOf({ hash: { name: hash } }: HashedAlgorithm): string {
  return /^SHA-(?:256|384|512)$/.test(hash) ? 'sha2' : (hash || 'unknown').toLowerCase().replace('-', '')
}
