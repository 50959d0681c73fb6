import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { allowLogins, loginUrl } from './logins'
import { migrate } from './migrate'

/** Roles belong to the whole server, so the names are those of no other test. */
const [one, other] = ['one', 'other'].map((name) => `login-${name}-${randomBytes(4).toString('hex')}`) as [
  string,
  string,
]
const schema = (service: string) => service.replaceAll('-', '_')

let database: TestDatabase
let administrator: Client
let client: Client

beforeAll(async () => {
  database = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(join(folder, '0001_item.sql'), 'create table item (id int primary key)')
  for (const service of [one, other]) await migrate(database.url, { service, folders: [folder] })
  const passwords = new Map([one, other].map((service) => [service, `it's ${randomBytes(8).toString('hex')}`]))
  await allowLogins(database.url, passwords)
  administrator = new Client({ connectionString: database.url })
  client = new Client({ connectionString: loginUrl(database.url, one, passwords.get(one)!) })
  await Promise.all([administrator.connect(), client.connect()])
})
afterAll(async () => {
  await client?.end()
  for (const service of [one, other]) {
    await administrator.query(`drop schema ${schema(service)} cascade`)
    await administrator.query(`drop role nameyard_${schema(service)}`)
  }
  await administrator.end()
  await database.drop()
})

describe('the login role of a service', () => {
  it('reads and writes the tables of its service', async () => {
    await client.query(`insert into ${schema(one)}.item values (1)`)
    expect((await client.query(`select id from ${schema(one)}.item`)).rows).toEqual([{ id: 1 }])
  })

  it.each([
    ['read the tables of another service', () => `select id from ${schema(other)}.item`],
    ['act as the role of another service', () => `set role nameyard_${schema(other)}`],
    ['act as the administrator', () => `set role postgres`],
    ['make a schema', () => 'create schema mine'],
    ['make a role', () => 'create role mine'],
    ['read files of the server', () => `select pg_read_file('/etc/passwd')`],
    ['run programs on the server', () => `copy ${schema(one)}.item to program 'true'`],
  ])('cannot %s', async (_, text) => {
    await expect(client.query(text())).rejects.toMatchObject({ code: '42501' })
  })

  it('is no superuser', async () => {
    const { rows } = await client.query(
      'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }])
  })
})
