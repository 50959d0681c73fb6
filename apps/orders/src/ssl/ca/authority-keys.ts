import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { KeyCipher, MissingSecret } from '@nameyard/runtime/key-cipher'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { CaUnavailable } from './certificate-authority'
import { newSerial } from './serial'

/** A certificate of the CA and its private key. */
export interface Signer {
  readonly certificate: X509Certificate
  readonly pem: string
  readonly key: webcrypto.CryptoKey
}

interface Row {
  readonly role: 'root' | 'issuing'
  readonly certificate: string
  readonly publicKey: Buffer
  readonly sealed: Buffer
  readonly secretId: string
}

const cipher = new KeyCipher('CA_KEY_SECRET', 'certificate authority key')

/** ECDSA with P-256 and SHA-256, which every client of the last decade verifies. */
export const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

const YEAR_MS = 365 * 86_400_000
/** `notBefore` is this much earlier, because clocks of clients may be wrong by an hour. */
const BACKDATED_MS = 3_600_000
const VALIDITY_MS = { root: 20 * YEAR_MS, issuing: 15 * YEAR_MS }

const storedKeys = statement<void, Row>(
  'ca.keys',
  () => sql`select role, certificate, public_key as "publicKey", sealed, secret_id as "secretId" from ca_key`,
)
/** Serializes the creation of the keys, so that only one process creates them. */
const holdKeys = statement('ca.hold-keys', () => sql`select pg_advisory_xact_lock(806, 1)`)
const insertKey = statement<{ role: string; certificate: string; publicKey: Buffer; sealed: Buffer; secretId: string }>(
  'ca.insert-key',
  ({ role, certificate, publicKey, sealed, secretId }) => sql`
    insert into ca_key (role, certificate, public_key, sealed, secret_id)
    values (${role}, ${certificate}, ${publicKey}, ${sealed}, ${secretId})`,
)
/** Stores a re-encrypted key, unless it was re-encrypted meanwhile. */
const resealKey = statement<{ role: string; oldSecretId: string; sealed: Buffer; secretId: string }>(
  'ca.reseal-key',
  ({ role, oldSecretId, sealed, secretId }) =>
    sql`update ca_key set sealed = ${sealed}, secret_id = ${secretId} where role = ${role} and secret_id = ${oldSecretId}`,
)

/** The root and issuing keys of the built-in CA. They are created on first use. */
@Injectable()
export class AuthorityKeys {
  private known: Promise<Record<'root' | 'issuing', Signer>> | undefined

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  /** Returns both keys. Throws CaUnavailable when the configured secrets cannot decrypt them. */
  signers(): Promise<Record<'root' | 'issuing', Signer>> {
    return (this.known ??= this.read().catch((error: Error) => {
      this.known = undefined
      throw new CaUnavailable(error.message)
    }))
  }

  /** Re-encrypts keys that use an older secret. Returns how many. Throws CaUnavailable. */
  async reencrypt(): Promise<number> {
    const secrets = this.config.CA_KEY_SECRET
    if (!secrets) throw new CaUnavailable('CA_KEY_SECRET is not set')
    const newest = cipher.secretIdOf(secrets[0]!)
    const rows = (await this.database.read(storedKeys)).filter(({ secretId }) => secretId !== newest)
    for (const row of rows) {
      const { sealed, secretId } = cipher.seal(secrets, row.publicKey, opened(secrets, row))
      await this.database.read(resealKey, { role: row.role, oldSecretId: row.secretId, sealed, secretId })
    }
    return rows.length
  }

  private async read(): Promise<Record<'root' | 'issuing', Signer>> {
    const secrets = this.config.CA_KEY_SECRET
    if (!secrets) throw new Error('CA_KEY_SECRET is not set')
    let rows = await this.database.read(storedKeys)
    if (rows.length === 0) rows = await this.make(secrets)
    const signers = rows.map(async (row) => {
      const pkcs8 = cipher.open(secrets, row.publicKey, row)
      const key = await webcrypto.subtle.importKey('pkcs8', pkcs8, SIGNING, false, ['sign'])
      return [row.role, { key, pem: row.certificate, certificate: new X509Certificate(row.certificate) }] as const
    })
    return Object.fromEntries(await Promise.all(signers)) as Record<'root' | 'issuing', Signer>
  }

  private make(secrets: readonly string[]): Promise<Row[]> {
    return this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      await tx.query(holdKeys)
      const stored = await tx.query(storedKeys)
      if (stored.length > 0) return stored
      const [root, issuing] = [await newKeys(), await newKeys()]
      const rootCertificate = await this.certify('root', root, root)
      const issuingCertificate = await this.certify('issuing', issuing, root, rootCertificate)
      const made = [
        await rowOf('root', rootCertificate, root, secrets),
        await rowOf('issuing', issuingCertificate, issuing, secrets),
      ]
      for (const key of made) await tx.query(insertKey, key)
      return made
    })
  }

  private async certify(
    role: 'root' | 'issuing',
    { publicKey }: webcrypto.CryptoKeyPair,
    { privateKey, publicKey: signer }: webcrypto.CryptoKeyPair,
    issuer?: X509Certificate,
  ): Promise<X509Certificate> {
    const now = this.clock.epochMs()
    const name = `CN=${this.config.CA_NAME} ${role === 'root' ? 'Root CA' : 'Issuing CA'}, O=${this.config.CA_NAME}`
    return X509CertificateGenerator.create({
      serialNumber: newSerial(),
      subject: name,
      issuer: issuer?.subject ?? name,
      notBefore: new Date(now - BACKDATED_MS),
      notAfter: new Date(now + VALIDITY_MS[role]),
      publicKey,
      signingKey: privateKey,
      signingAlgorithm: SIGNING,
      extensions: [
        new BasicConstraintsExtension(true, role === 'root' ? undefined : 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(publicKey),
        await AuthorityKeyIdentifierExtension.create(signer),
      ],
    })
  }
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>
}

function opened(secrets: readonly string[], row: Row): Buffer {
  try {
    return cipher.open(secrets, row.publicKey, row)
  } catch (error) {
    if (error instanceof MissingSecret) throw new CaUnavailable(error.message)
    throw error
  }
}

async function rowOf(
  role: Row['role'],
  certificate: X509Certificate,
  { privateKey }: webcrypto.CryptoKeyPair,
  secrets: readonly string[],
): Promise<Row> {
  const publicKey = Buffer.from(certificate.publicKey.rawData)
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey))
  return { role, certificate: pemOf(certificate), publicKey, ...cipher.seal(secrets, publicKey, pkcs8) }
}

/** Returns a certificate in PEM with a final newline. */
export function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString('pem').trim()}\n`
}
