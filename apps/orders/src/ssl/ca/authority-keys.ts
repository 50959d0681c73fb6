import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { KeyCipher, MissingSecret } from '@nameyard/runtime/key-cipher'
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
import { randomUUID } from 'node:crypto'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { CaUnavailable } from './certificate-authority'
import { newSerial } from './serial'

/** One of the two that sign: a certificate and its private key. */
export interface Signer {
  readonly certificate: X509Certificate
  readonly pem: string
  readonly key: webcrypto.CryptoKey
}

interface Row {
  readonly [column: string]: unknown
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
/** Clocks of clients go wrong by hours. */
const EARLIER_MS = 3_600_000
const LIFE_MS = { root: 20 * YEAR_MS, issuing: 15 * YEAR_MS }

const storedKeys = statement(
  'ca.keys',
  'select role, certificate, public_key as "publicKey", sealed, secret_id as "secretId" from ca_key',
)
/** One process makes the keys, the others wait and find them. */
const holdKeys = statement('ca.hold-keys', 'select pg_advisory_xact_lock(806, 1)')
const insertKey = statement(
  'ca.insert-key',
  'insert into ca_key (role, certificate, public_key, sealed, secret_id) values ($1, $2, $3, $4, $5)',
)
/** `$1` role, `$2` name of the secret so far, `$3` sealed anew, `$4` name of its secret. */
const resealKey = statement(
  'ca.reseal-key',
  'update ca_key set sealed = $3, secret_id = $4 where role = $1 and secret_id = $2',
)

/** The root of the shipped CA and the key below it that issues; made when they are first needed. */
@Injectable()
export class AuthorityKeys {
  private known: Promise<Record<'root' | 'issuing', Signer>> | undefined

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  /** Throws CaUnavailable where the settings cannot open them. */
  signers(): Promise<Record<'root' | 'issuing', Signer>> {
    return (this.known ??= this.read().catch((error: Error) => {
      this.known = undefined
      throw new CaUnavailable(error.message)
    }))
  }

  /** Encrypts the keys with the newest secret where another one has; how many. Throws CaUnavailable. */
  async reencrypt(): Promise<number> {
    const secrets = this.config.CA_KEY_SECRET
    if (!secrets) throw new CaUnavailable('CA_KEY_SECRET is not set')
    const newest = cipher.secretIdOf(secrets[0]!)
    const rows = (await this.database.read<Row>(storedKeys)).filter(({ secretId }) => secretId !== newest)
    for (const row of rows) {
      const { sealed, secretId } = cipher.seal(secrets, row.publicKey, opened(secrets, row))
      await this.database.read(resealKey, [row.role, row.secretId, sealed, secretId])
    }
    return rows.length
  }

  private async read(): Promise<Record<'root' | 'issuing', Signer>> {
    const secrets = this.config.CA_KEY_SECRET
    if (!secrets) throw new Error('CA_KEY_SECRET is not set')
    let rows = await this.database.read<Row>(storedKeys)
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
      const stored = await tx.query<Row>(storedKeys)
      if (stored.length > 0) return stored
      const [root, issuing] = [await newKeys(), await newKeys()]
      const rootCertificate = await this.certify('root', root, root)
      const issuingCertificate = await this.certify('issuing', issuing, root, rootCertificate)
      const made = [
        await rowOf('root', rootCertificate, root, secrets),
        await rowOf('issuing', issuingCertificate, issuing, secrets),
      ]
      for (const { role, certificate, publicKey, sealed, secretId } of made)
        await tx.query(insertKey, [role, certificate, publicKey, sealed, secretId])
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
      notBefore: new Date(now - EARLIER_MS),
      notAfter: new Date(now + LIFE_MS[role]),
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

/** A certificate as files hold it. */
export function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString('pem').trim()}\n`
}
