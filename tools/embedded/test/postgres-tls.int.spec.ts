import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import { Database } from '@nameyard/persistence/database'
import { allowLogins, loginUrl } from '@nameyard/persistence/logins'
import { migrate } from '@nameyard/persistence/migrate'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { sql } from '@nameyard/persistence/statement'
import { testCertificate, type TestCertificate } from '@nameyard/testing/tls'
import { startPostgres, type Postgres } from '../src/postgres/postgres'

/** A PostgreSQL that accepts connections over TLS only. */
let folder: string
let server: Postgres
let certificate: TestCertificate
let other: TestCertificate

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'))
  certificate = await testCertificate()
  other = await testCertificate()
  server = await startPostgres({ dataFolder: join(folder, 'postgres'), durable: false })
  const cluster = join(folder, 'postgres/cluster')
  copyFileSync(certificate.certificate, join(cluster, 'server.crt'))
  copyFileSync(certificate.key, join(cluster, 'server.key'))
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query("alter system set ssl = 'on'")
  writeFileSync(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  await client.query('select pg_reload_conf()')
  await client.end()
})
afterAll(async () => {
  await server?.stop()
  certificate?.remove()
  other?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const urlWith = (parameters: Record<string, string>) => `${server.url}?${new URLSearchParams(parameters).toString()}`

it('is migrated and used by a service with the authority that the URL names', async () => {
  const url = urlWith({ sslmode: 'verify-full', sslrootcert: certificate.authority })
  const migrations = mkdtempSync(join(folder, 'migrations-'))
  writeFileSync(join(migrations, '0001_item.sql'), 'create table item (id int primary key)')
  expect(await migrate(url, { service: 'sealed', folders: [migrations] })).toEqual(['0001_item.sql'])
  await allowLogins(url, new Map([['sealed', 'a password']]))
  const own = loginUrl(url, 'sealed', 'a password')
  const app = await NestFactory.createApplicationContext(
    PersistenceModule.forService({ service: 'sealed', url: own }),
    {
      logger: false,
      abortOnError: false,
    },
  )
  const used = sql`select ssl, version from pg_stat_ssl where pid = pg_backend_pid()`
  const [row] = await app.get(Database).read<{ ssl: boolean; version: string }>(used)
  await app.close()
  expect(row).toEqual({ ssl: true, version: 'TLSv1.3' })
})

it('is refused without TLS, and when another authority signed', async () => {
  const attempt = (url: string) => migrate(url, { service: 'refused', folders: [] })
  await expect(attempt(server.url)).rejects.toThrow(/no pg_hba.conf entry|no encryption/)
  await expect(attempt(urlWith({ sslmode: 'verify-full', sslrootcert: other.authority }))).rejects.toThrow(
    /certificate/,
  )
  await expect(attempt(urlWith({ sslmode: 'verify-full' }))).rejects.toThrow(/certificate/)
})
