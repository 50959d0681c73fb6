import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** PEM files of a certificate and its key. */
interface KeyPair {
  readonly certificate: string
  readonly key: string
}

/**
 * PEM files of a local authority and its server certificates: one for names of this machine, and one for each further host.
 * And of the client certificate for registries. A registry pins that certificate to the account and needs no authority (RFC 5734 section 8).
 */
export interface Certificates extends KeyPair {
  readonly authority: string
  /** By host, in the order in which they were asked for. */
  readonly hosts: readonly KeyPair[]
  readonly registrarCertificate: string
  readonly registrarKey: string
}

const DAY_MS = 86_400_000
const LIFE_DAYS = 397
/** Certificates are renewed when less validity than this remains. */
const RENEW_DAYS = 30

/** Returns the certificates of a folder; creates them on first use and before they expire. Only the owner can read the keys. */
export async function certificatesIn(folder: string, now: Date, hosts: readonly string[] = []): Promise<Certificates> {
  const pairOf = (name: string): KeyPair => ({
    certificate: join(folder, `${name}.pem`),
    key: join(folder, `${name}.key`),
  })
  const files: Certificates = {
    authority: join(folder, 'authority.pem'),
    ...pairOf('server'),
    hosts: hosts.map(pairOf),
    registrarCertificate: join(folder, 'registrar.pem'),
    registrarKey: join(folder, 'registrar.key'),
  }
  mkdirSync(folder, { recursive: true })
  const servers = [files, ...files.hosts]
  const areServersGood =
    existsSync(files.authority) && servers.every(({ key, certificate }) => existsSync(key) && isGood(certificate, now))
  if (!areServersGood) await makeServers(files, hosts, now)
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

async function makeServers(files: Certificates, hosts: readonly string[], now: Date): Promise<void> {
  const life = lifeFrom(now)
  const authority = await generate([{ name: 'commonName', value: 'Nameyard local authority' }], {
    ...life,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  // The authority's key is not stored, so that no other certificate can be signed with it.
  writeFileSync(files.authority, authority.cert)
  const addresses = ['127.0.0.1', '::1'].map((ip) => ({ type: 7, ip }) as const)
  const servers = [{ host: 'localhost', pair: files as KeyPair, addresses }].concat(
    hosts.map((host, index) => ({ host, pair: files.hosts[index]!, addresses: [] })),
  )
  for (const { host, pair, addresses: others } of servers) {
    const server = await generate([{ name: 'commonName', value: host }], {
      ...life,
      ca: { key: authority.private, cert: authority.cert },
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: host }, ...others] },
      ],
    })
    writeFileSync(pair.certificate, server.cert)
    writeFileSync(pair.key, server.private, { mode: 0o600 })
  }
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
