import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
} from '@peculiar/x509'
import { Egress } from '@nameyard/egress/egress'
import { ancestorsOf } from '@nameyard/names/relation'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { DNS_LOOKUP, LookupFailed, type DnsLookup } from '../../proofs/dns-lookup'
import { allows } from '../../proofs/model/caa'
import { isWildcard, MAX_COMMON_NAME, provenName } from '../model/names'
import { FILE_PATH, recordNameOf } from '../model/validation'
import { AuthorityKeys, pemOf, SIGNING } from './authority-keys'
import {
  IssueForbidden,
  type CertificateAuthority,
  type IssueRequest,
  type ProofResult,
  type ProofCheck,
  type IssuedCertificate,
} from './certificate-authority'
import { fetchProof } from './fetch-proof'
import { newSerial } from './serial'

/** `notBefore` is this much earlier, because clocks of clients may be wrong. */
const BACKDATED_MS = 3_600_000
/** Validity of a revocation list. */
const LIST_VALIDITY_MS = 7 * 86_400_000

/** Path of the revocation list at the gateway. */
const REVOKED_PATH = '/certificates/revoked.crl'

const issuedUnder = statement<{ requestKey: string }, Pick<IssuedCertificate, 'serial' | 'certificate' | 'expiresAt'>>(
  'ca.issued',
  ({ requestKey }) =>
    sql`select serial, certificate, expires_at as "expiresAt" from ca_certificate where request_key = ${requestKey}`,
)
const insertCertificate = statement<{
  serial: string
  requestKey: string
  orderKey: string
  certificate: string
  now: Date
  expiresAt: Date
}>(
  'ca.insert-certificate',
  (given) => sql`
    insert into ca_certificate (serial, request_key, order_key, certificate, issued_at, expires_at)
    values (${given.serial}, ${given.requestKey}, ${given.orderKey}, ${given.certificate}, ${given.now},
      ${given.expiresAt}) on conflict (request_key) do nothing`,
)
const revokeOrder = statement<{ orderKey: string; now: Date }>(
  'ca.revoke-order',
  ({ orderKey, now }) =>
    sql`update ca_certificate set revoked_at = ${now} where order_key = ${orderKey} and revoked_at is null`,
)
const revoked = statement<void, { serial: string; revokedAt: Date }>(
  'ca.revoked',
  () =>
    sql`select serial, revoked_at as "revokedAt" from ca_certificate where revoked_at is not null order by revoked_at`,
)

/** The built-in CA: it checks proofs itself and issues below its own root. */
@Injectable()
export class OwnAuthority implements CertificateAuthority {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: AuthorityKeys,
    private readonly egress: Egress,
    @Inject(DNS_LOOKUP) private readonly dns: DnsLookup,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  async check({ hostName, method, token }: ProofCheck): Promise<ProofResult> {
    try {
      return method === 'dns' ? await this.checkRecord(hostName, token) : await this.checkFile(hostName, method, token)
    } catch (error) {
      if (error instanceof LookupFailed) return { isProven: false, problem: `DNS does not answer: ${error.message}` }
      throw error
    }
  }

  private async checkRecord(hostName: string, token: string): Promise<ProofResult> {
    const name = recordNameOf(hostName)
    const found = await this.dns.records(name, 'TXT')
    if (found.includes(token)) return { isProven: true }
    return { isProven: false, problem: `there is no TXT record with this value at ${name}` }
  }

  private async checkFile(host: string, scheme: 'http' | 'https', token: string): Promise<ProofResult> {
    const port = scheme === 'http' ? this.config.PROOF_HTTP_PORT : this.config.PROOF_HTTPS_PORT
    // A look-up and a request.
    const timeoutMs = 2 * this.config.PROOF_LOOKUP_TIMEOUT_MS
    const found = await fetchProof(this.egress, { scheme, host, port, timeoutMs })
    if ('text' in found && found.text.split('\n').some((line) => line.trim() === token)) return { isProven: true }
    const problem = 'text' in found ? 'the file has other content' : found.problem
    return { isProven: false, problem: `${scheme}://${host}${FILE_PATH}: ${problem}` }
  }

  async issue(asked: IssueRequest): Promise<IssuedCertificate> {
    const { root, issuing } = await this.keys.signers()
    const chain = { intermediate: issuing.pem, root: root.pem }
    const [earlier] = await this.database.read(issuedUnder, { requestKey: asked.requestKey })
    if (earlier) return { ...earlier, ...chain }
    await Promise.all(asked.names.map((name) => this.refuseForbidden(name)))
    const serial = newSerial()
    const certificate = await this.certify(asked, serial)
    const { requestKey, orderKey, expiresAt } = asked
    const values = { serial, requestKey, orderKey, certificate, now: this.clock.now(), expiresAt }
    await this.database.read(insertCertificate, values)
    // When two processes issue at the same time, the first certificate is valid.
    const [issued] = await this.database.read(issuedUnder, { requestKey })
    return { ...issued!, ...chain }
  }

  /** Throws when CAA forbids the issuance. The closest CAA records at or above the name decide (RFC 8659 section 3). */
  private async refuseForbidden(name: string): Promise<void> {
    const proven = provenName(name)
    for (const at of [proven, ...ancestorsOf(proven)]) {
      const properties = await this.dns.authorizations(at)
      if (properties.length === 0) continue
      const { CA_CAA_DOMAIN: issuer } = this.config
      if (allows(properties, issuer, isWildcard(name))) return
      throw new IssueForbidden(`the CAA records of ${at} do not let ${issuer} issue for ${name}`)
    }
  }

  private async certify({ csr, names, expiresAt }: IssueRequest, serialNumber: string): Promise<string> {
    const { issuing } = await this.keys.signers()
    const { publicKey } = new Pkcs10CertificateRequest(csr)
    // Only an RSA key can encrypt a key; an elliptic one only signs (RFC 5480 section 3, RFC 8017).
    const encipherment = publicKey.algorithm.name === 'ECDSA' ? 0 : KeyUsageFlags.keyEncipherment
    const hasSubject = names[0]!.length <= MAX_COMMON_NAME
    const certificate = await X509CertificateGenerator.create({
      serialNumber,
      // A name too long for the common name leaves the subject empty; the alternative names identify it (RFC 5280 4.2.1.6).
      subject: hasSubject ? `CN=${names[0]}` : [],
      issuer: issuing.certificate.subject,
      notBefore: new Date(this.clock.epochMs() - BACKDATED_MS),
      notAfter: expiresAt,
      publicKey,
      signingKey: issuing.key,
      signingAlgorithm: SIGNING,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature | encipherment, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(
          names.map((value) => ({ type: 'dns' as const, value })),
          !hasSubject,
        ),
        await SubjectKeyIdentifierExtension.create(publicKey),
        await AuthorityKeyIdentifierExtension.create(issuing.certificate.publicKey),
        new CRLDistributionPointsExtension([new URL(REVOKED_PATH, this.config.PUBLIC_URL).toString()]),
      ],
    })
    return pemOf(certificate)
  }

  async revoke(orderKey: string): Promise<void> {
    await this.keys.signers()
    await this.database.read(revokeOrder, { orderKey, now: this.clock.now() })
  }

  /** Returns the certificate revocation list, freshly signed, in DER (RFC 5280 section 5). */
  async revokedList(): Promise<Buffer> {
    const { issuing } = await this.keys.signers()
    const entries = await this.database.read(revoked)
    const now = this.clock.now()
    const list = await X509CrlGenerator.create({
      issuer: issuing.certificate.subject,
      thisUpdate: now,
      nextUpdate: new Date(now.getTime() + LIST_VALIDITY_MS),
      entries: entries.map(({ serial, revokedAt }) => ({ serialNumber: serial, revocationDate: revokedAt })),
      signingAlgorithm: SIGNING,
      signingKey: issuing.key as webcrypto.CryptoKey,
      extensions: [await AuthorityKeyIdentifierExtension.create(issuing.certificate.publicKey)],
    })
    return Buffer.from(list.rawData)
  }
}
