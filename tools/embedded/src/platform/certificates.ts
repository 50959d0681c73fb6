import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/**
 * PEM files of a local authority and its one server certificate, for names of this machine only, and of the client
 * certificate for registries. A registry pins that certificate to the account and needs no authority (RFC 5734 section 8).
 */
export interface Certificates {
  readonly authority: string
  readonly certificate: string
  readonly key: string
  readonly registrarCertificate: string
  readonly registrarKey: string
}

const DAY_MS = 86_400_000
const LIFE_DAYS = 397
/** Certificates are renewed when less validity than this remains. */
const RENEW_DAYS = 30

/** Returns the certificates of a folder; creates them on first use and before they expire. Only the owner can read the keys. */
export async function certificatesIn(folder: string, now: Date): Promise<Certificates> {
  const files: Certificates = {
    authority: join(folder, 'authority.pem'),
    certificate: join(folder, 'server.pem'),
    key: join(folder, 'server.key'),
    registrarCertificate: join(folder, 'registrar.pem'),
    registrarKey: join(folder, 'registrar.key'),
  }
  mkdirSync(folder, { recursive: true })
  const isServerGood = [files.key, files.authority].every(existsSync) && isGood(files.certificate, now)
  if (!isServerGood) await makeServer(files, now)
  const isRegistrarGood = existsSync(files.registrarKey) && isGood(files.registrarCertificate, now)
  if (!isRegistrarGood) await makeRegistrar(files, now)
  return files
}

function isGood(certificate: string, now: Date): boolean {
  if (!existsSync(certificate)) return false
  const { validTo } = new X509Certificate(readFileSync(certificate))
  return Date.parse(validTo) - now.getTime() > RENEW_DAYS * DAY_MS
}

const lifeFrom = (now: Date) => ({
  notBeforeDate: new Date(now.getTime() - DAY_MS),
  notAfterDate: new Date(now.getTime() + LIFE_DAYS * DAY_MS),
  keyType: 'ec' as const,
  curve: 'P-256' as const,
  algorithm: 'sha256',
})

async function makeServer(files: Certificates, now: Date): Promise<void> {
  const life = lifeFrom(now)
  const authority = await generate([{ name: 'commonName', value: 'Nameyard local authority' }], {
    ...life,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...life,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  // The authority's key is not stored, so that no other certificate can be signed with it.
  writeFileSync(files.authority, authority.cert)
  writeFileSync(files.certificate, server.cert)
  writeFileSync(files.key, server.private, { mode: 0o600 })
}

async function makeRegistrar(files: Certificates, now: Date): Promise<void> {
  const registrar = await generate([{ name: 'commonName', value: 'Nameyard registrar' }], {
    ...lifeFrom(now),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', clientAuth: true },
    ],
  })
  writeFileSync(files.registrarCertificate, registrar.cert)
  writeFileSync(files.registrarKey, registrar.private, { mode: 0o600 })
}
