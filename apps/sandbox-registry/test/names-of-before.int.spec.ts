import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContact, createDomain, domainCommand, extended, resultCode, Sandbox } from './sandbox'

const migration = readFileSync(join(__dirname, '../migrations/0198_thin_com_net.sql'), 'utf8')

const product = (name: string) =>
  `<n:namestoreExt xmlns:n="http://www.verisign-grs.com/epp/namestoreExt-1.1"><n:subProduct>${name}</n:subProduct></n:namestoreExt>`
const ofCom = (verb: string, inner: string) => extended(domainCommand(verb, inner), product('dotCOM'))

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await Sandbox.open()
})
afterAll(() => sandbox.close())

/** Runs the migration as a repeated run would. */
async function migrate(): Promise<void> {
  const db = await sandbox.pool.connect()
  await db.query('set search_path to sandbox_registry')
  await db.query(migration)
  db.release(true)
}

const create = async (name: string) => {
  const client = await sandbox.session()
  expect(resultCode(await client.ask(createDomain(name)))).toBe(1000)
  return client.ask(domainCommand('info', `<d:name>${name}</d:name>`))
}

it('names of a .com with contacts live on without them, and those under rules of an operator with them', async () => {
  const client = await sandbox.session()
  expect(resultCode(await client.ask(createContact('holder')))).toBe(1000)
  await sandbox.pool.query("update sandbox_registry.tld set profile = 'gtld' where name in ('com', 'net')")
  await sandbox.pool.query(
    'insert into sandbox_registry.profile select (jsonb_populate_record(p, \'{"name":".net"}\')).* from sandbox_registry.profile p where name = \'gtld\'',
  )
  await sandbox.pool.query("update sandbox_registry.tld set profile = '.net' where name = 'net'")
  const before = await create('old.com')
  expect(before).toMatch(/<domain:registrant>holder</)
  expect(await create('own.net')).toMatch(/<domain:registrant>holder</)
  const [, expiry = ''] = /<domain:exDate>(\d{4}-\d\d-\d\d)/.exec(before) ?? []

  await migrate()
  await migrate()
  await sandbox.restart()
  const later = await sandbox.session()
  const info = await later.ask(ofCom('info', '<d:name>old.com</d:name>'))
  expect(resultCode(info)).toBe(1000)
  expect(info).not.toMatch(/registrant|domain:contact/)
  const renew = `<d:name>old.com</d:name><d:curExpDate>${expiry}</d:curExpDate><d:period unit="y">1</d:period>`
  expect(resultCode(await later.ask(ofCom('renew', renew)))).toBe(1000)
  expect(resultCode(await later.ask(domainCommand('renew', renew)))).toBe(2306)
  expect(await later.ask(domainCommand('info', '<d:name>own.net</d:name>'))).toMatch(/<domain:registrant>holder</)
})
