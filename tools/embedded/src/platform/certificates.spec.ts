import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificatesIn } from './certificates'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'certificates-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const now = new Date('2027-01-01T00:00:00Z')
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000)
const read = (file: string) => new X509Certificate(readFileSync(file))

it('creates an authority and a server certificate signed by it, for this machine only', async () => {
  const files = await certificatesIn(folder, now)
  const [authority, server] = [read(files.authority), read(files.certificate)]
  expect(authority.ca).toBe(true)
  expect(server.ca).toBe(false)
  expect(server.verify(authority.publicKey)).toBe(true)
  expect([server.checkHost('localhost'), server.checkIP('127.0.0.1')]).toEqual(['localhost', '127.0.0.1'])
  expect(server.checkHost('example.com')).toBeUndefined()
  expect(statSync(files.key).mode & 0o777).toBe(0o600)
})

it('creates a certificate for each further host, with a key of its own and the same authority', async () => {
  await certificatesIn(folder, now)
  const files = await certificatesIn(folder, now, ['postgres', 'rabbitmq'])
  const authority = read(files.authority)
  const servers = [files, ...files.hosts].map(({ certificate }) => read(certificate))
  for (const server of servers) expect(server.verify(authority.publicKey)).toBe(true)
  expect(servers.map((server) => server.checkHost('postgres'))).toEqual([undefined, 'postgres', undefined])
  expect(servers.map((server) => server.checkHost('rabbitmq'))).toEqual([undefined, undefined, 'rabbitmq'])
  expect(new Set(servers.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }))).size).toBe(3)
  const again = await certificatesIn(folder, now, ['postgres', 'rabbitmq'])
  expect(read(again.hosts[0]!.certificate).serialNumber).toBe(servers[1]!.serialNumber)
})

it('adds the client certificate of the registrar to a folder of an earlier version', async () => {
  const { registrarCertificate, registrarKey, authority } = await certificatesIn(folder, now)
  const first = read(registrarCertificate)
  expect(first.ca).toBe(false)
  expect(first.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(statSync(registrarKey).mode & 0o777).toBe(0o600)
  const trusted = readFileSync(authority, 'utf8')
  rmSync(registrarCertificate)
  await certificatesIn(folder, now)
  expect(read(registrarCertificate).fingerprint256).not.toBe(first.fingerprint256)
  expect(readFileSync(authority, 'utf8')).toBe(trusted)
})

it('keeps valid certificates, and renews them a month before they expire', async () => {
  const { serialNumber } = read((await certificatesIn(folder, now)).certificate)
  expect(read((await certificatesIn(folder, daysLater(360))).certificate).serialNumber).toBe(serialNumber)
  const later = read((await certificatesIn(folder, daysLater(370))).certificate)
  expect(later.serialNumber).not.toBe(serialNumber)
  expect(Date.parse(later.validTo)).toBeGreaterThan(daysLater(700).getTime())
})
