import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let sql: Client
let ask: Ask
let resellerId: number
const folder = temporaryFolder()
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

beforeAll(async () => {
  platform = await startInProcess()
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  ask = await platform.open('citizen', '1000')
  resellerId = (await ask('GET', '/v1/resellers')).json.data.id
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

const admin = async (...words: string[]) => {
  const lines: string[] = []
  const failure = await runCommand(words, { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line)).then(
    () => '',
    (error: Error) => error.message,
  )
  return { text: lines.join('\n'), failure }
}
const portfolio = (command: string, ...args: string[]) =>
  admin('portfolio', command, '--account', 'sandbox-rri', ...args)
const done = async (method: string, path: string, body?: object) => {
  const { json, text } = await ask(method, path, body && { body })
  if (json.code !== 0) throw new Error(`${method} ${path}: ${text}`)
  return json.data
}
const shown = async (name: string) => (await done('GET', `/v1/domains?full_name=${name}`)).results[0]
const registered = async (name: string, customer: object) => {
  const { handle } = await done('POST', '/v1/customers', customer)
  await done('POST', '/v1/domains', order(name, handle))
  await eventually(async () => (await shown(name))?.status === 'ACT', `${name} registered`)
}
/** Makes a name unknown here that is registered at DENIC. */
const forget = (name: string) =>
  sql.query(`update domains.domain set deleted_at = now(), phase = 'purged' where name = $1 and phase = 'active'`, [
    name,
  ])

it('a comparison reads by INFO, finds no difference, and says that DENIC has no list of names', async () => {
  await registered('person.de', person)
  await registered('firm.de', { ...person, company_name: 'Example GmbH', email: 'firm@example.com' })
  const { text, failure } = await portfolio('compare')
  expect({ failure, lines: text.split('\n') }).toEqual({
    failure: '',
    lines: [
      'the registry of sandbox-rri has no list of names, so names that are not known here are missing: give its report with --from, or names with --names',
      '2 equal, 0 unknown here, 0 gone there, 0 different',
    ],
  })
})

it('names the differences of a domain, and repairs them', async () => {
  const { id } = await shown('person.de')
  const hosts = [{ name: 'ns1.other.example' }, { name: 'ns2.other.example' }]
  await done('PUT', `/v1/domains/${id}`, { name_servers: hosts })
  await sql.query(`update domains.domain set name_servers = '[{"name":"ns3.other.example"},{"name":"ns2.other.example"}]'
    where name = 'person.de'`)
  const { text } = await portfolio('compare')
  expect(text).toMatch(/person\.de \(name servers: here .*ns3\.other\.example, there ns1\.other\.example/)
  await portfolio('compare', '--repair', '--yes')
  await eventually(async () => (await portfolio('compare')).text.includes('2 equal'), 'no difference')
})

it('adopts names of a file with their holders, and asks for the file without one', async () => {
  expect((await portfolio('adopt', '--reseller', String(resellerId))).failure).toBe(
    'the registry of sandbox-rri has no list of names: give a file with them (--from)',
  )
  await forget('firm.de')
  const list = file('names.csv', `name,reseller\nfirm.de,${resellerId}\nnobody.de,${resellerId}`)
  expect((await portfolio('compare', '--from', list)).text).toContain('ours there, unknown here')
  const { text } = await portfolio('adopt', '--from', list, '--yes')
  expect(text).toContain('is not known to the registry:\n  nobody.de')
  expect(text).toContain('1 adopted, 1 refused')
  const adopted = await shown('firm.de')
  expect(adopted).toMatchObject({ status: 'ACT', autorenew: 'off' })
  expect(await done('GET', `/v1/customers/${adopted.owner_handle}`)).toMatchObject({ company_name: 'Example GmbH' })
  expect((await portfolio('compare', '--from', list)).text).toContain('2 equal, 0 unknown here')
})

it('recovers a name by the archived journal: DENIC shows no date of creation', async () => {
  const since = '2026-01-01 00:00:00'
  await forget('firm.de')
  const recover = (...args: string[]) =>
    portfolio('recover', '--backup-at', since, '--names', 'firm.de', '--reseller', String(resellerId), '--yes', ...args)
  expect((await recover()).text).toContain('has no date of creation at the registry: give the archived journal')
  const journal = file('journal.csv', `name,operation,at,years\nfirm.de,create,${new Date().toISOString()},1`)
  const { text } = await recover('--journal', journal)
  expect(text).toMatch(/firm\.de \(registered /)
  expect(text).toContain('1 recovered')
  expect(await shown('firm.de')).toMatchObject({ status: 'ACT' })
})

it('the commands about registry accounts do what DENIC can do, and say what it cannot', async () => {
  expect((await admin('registry', 'test', 'sandbox-rri')).text).toContain('sandbox-rri works')
  expect((await admin('registry', 'balance', 'sandbox-rri')).text).toMatch(/sandbox-rri +not answered/)
  const transcripts = await admin('registry', 'transcripts', 'person.de')
  expect(transcripts.text).toContain('Action: CREATE')
  expect(transcripts.text).not.toContain(person.email)
  expect((await admin('registry', 'certify', 'sandbox-rri')).failure).toContain(
    'is at DENIC, and the acceptance test speaks EPP',
  )
  expect((await admin('registry', 'rotate-password', 'sandbox-rri')).failure).toContain(
    'is at DENIC, whose protocol changes no password: change it at DENIC',
  )
})
