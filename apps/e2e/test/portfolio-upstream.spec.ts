import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { lossyProxy } from '../src/lossy-proxy'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { settled } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { costs } from './upstream-prices'

/** The installation that has the registry, and the account there of the one that resells. */
let upper: InProcess
let account: Ask
let lower: InProcess
let ask: Ask
let sellerId: number
let handle: string
let proxy: Awaited<ReturnType<typeof lossyProxy>>
let sql: Client

const folder = temporaryFolder()
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const servers = {
  ns_group: undefined,
  name_servers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
}

beforeAll(async () => {
  upper = await startInProcess()
  proxy = await lossyProxy(upper.port)
  account = await upper.open('lower', '100000.00')
  const scope = ['read', 'write', 'purchase', 'transfer-codes']
  const { json } = await account('POST', '/v1/keys', { body: { name: 'resale', scope } })
  file('key', json.data.key)
  const at = { driver: 'upstream', account: 'upper', baseUrl: proxy.url, apiKeyFile: 'key', pollSeconds: null }
  lower = await startInProcess({
    worker: {
      REGISTRY_ACCOUNTS_FILE: file('accounts.json', JSON.stringify({ accounts: [{ ...at, tlds: ['org'] }] })),
      REGISTRY_ABSENCE_PAUSES_MS: '500,500',
    },
  })
  sql = new Client({ connectionString: lower.databaseUrl })
  await sql.connect()
  await costs(lower, 'org', '300.00')
  ask = await lower.open('seller', '100000.00')
  sellerId = (await ask('GET', '/v1/resellers')).json.data.id
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
})
afterAll(async () => {
  await sql?.end()
  await lower?.close()
  await proxy?.close()
  await upper?.close()
})

/** Runs a command of the operator of the installation that resells. */
const admin = async (...words: string[]) => {
  const lines: string[] = []
  const failure = await runCommand(words, { AMQP_URL: lower.amqpUrl }, (line) => lines.push(line)).then(
    () => '',
    (error: Error) => error.message,
  )
  return { lines, text: lines.join('\n'), failure }
}
const portfolio = (command: string, ...args: string[]) => admin('portfolio', command, '--account', 'upper', ...args)
const done = async (at: Ask, method: string, path: string, body?: object) => {
  const { json, text } = await at(method, path, body && { body })
  if (json.code !== 0) throw new Error(`${method} ${path}: ${text}`)
  return json.data
}
const shown = async (at: Ask, name: string) => (await done(at, 'GET', `/v1/domains?full_name=${name}`)).results[0]
const bought = async (name: string) => {
  await done(ask, 'POST', '/v1/domains', { ...order(name, handle), ...servers })
  await eventually(async () => (await shown(ask, name))?.status === 'ACT', `${name} registered`)
}
/** Registers a name in the account upstream, behind the back of the installation that resells. */
const boughtThere = async (name: string, autorenew: string) => {
  const owner = (await done(account, 'POST', '/v1/customers', { ...person, email: `${name}@example.com` })).handle
  await done(account, 'POST', '/v1/domains', { ...order(name, owner), ...servers, autorenew })
  await eventually(async () => (await shown(account, name))?.status === 'ACT', `${name} registered`)
}
const isQuiet = async () =>
  (await sql.query(`select from domains.registry_operation where settled_at is null`)).rowCount === 0
const spent = async () => {
  await settled(account)
  return (await done(account, 'GET', '/v1/transactions?limit=1')).total
}

it('a comparison finds no difference in names that were bought here', async () => {
  for (const name of ['one.org', 'two.org', 'three.org']) await bought(name)
  await eventually(isQuiet, 'the end of all operations')
  expect(await portfolio('compare')).toEqual({
    lines: ['3 equal, 0 unknown here, 0 gone there, 0 different'],
    text: '3 equal, 0 unknown here, 0 gone there, 0 different',
    failure: '',
  })
})

it('names come from the list of the registrar: what is unknown here is found, and adopted without a file', async () => {
  await boughtThere('four.org', 'on')
  await boughtThere('five.org', 'off')
  await boughtThere('other.info', 'off')
  const compared = await portfolio('compare')
  expect(compared.failure).toBe('2 names differ')
  expect(compared.lines).toEqual([
    '2 × ours there, unknown here (portfolio adopt or recover):',
    '  five.org',
    '  four.org',
    '1 × with an extension that this account does not serve, or of another account of ours:',
    '  other.info',
    '3 equal, 2 unknown here, 0 gone there, 0 different',
  ])
  expect((await portfolio('adopt')).failure).toContain('--reseller')
  const before = await spent()
  const adopted = await portfolio('adopt', '--reseller', String(sellerId), '--yes')
  expect(adopted.text).toContain('automatic renewal is on upstream: the first check switches it off:\n  four.org')
  expect(adopted.text).toContain('has an extension that this account does not serve')
  // In the first seconds the list of names here may lack those of an account that was just announced.
  expect(adopted.lines.at(-1)).toMatch(/^2 adopted, (3 here already, )?1 refused$/)
  const [own, there] = [await shown(ask, 'four.org'), await shown(account, 'four.org')]
  expect(own).toMatchObject({ status: 'ACT', autorenew: 'off', auth_code: there.auth_code, is_locked: there.is_locked })
  expect(own.registry_expiration_date).toBe(there.expiration_date)
  expect(await done(ask, 'GET', `/v1/customers/${own.owner_handle}`)).toMatchObject({ email: 'four.org@example.com' })
  expect(await spent()).toBe(before)
})

it('every difference is named, automatic renewal too, and a repair sends what is desired here', async () => {
  const { id } = await shown(account, 'one.org')
  const name_servers = [{ name: 'ns8.nameserver.example' }, { name: 'ns9.nameserver.example' }]
  await done(account, 'PUT', `/v1/domains/${id}`, { autorenew: 'default', name_servers, is_locked: true })
  const { id: five } = await shown(account, 'five.org')
  await done(account, 'PUT', `/v1/domains/${five}`, { autorenew: 'on' })
  await done(account, 'DELETE', `/v1/domains/${(await shown(account, 'two.org')).id}?skip_soft_quarantine=1`)
  const compared = await portfolio('compare', '--names', 'nobody.org')
  expect(compared.text).toContain('five.org (automatic renewal: here off, there on)')
  expect(compared.text).toMatch(/one\.org \(automatic renewal: here off, there default; name servers: .* there ns8/)
  expect(compared.text).toContain('client statuses: here none, there clientTransferProhibited')
  expect(compared.text).toMatch(/gone there:\n {2}two\.org|two\.org \(status: here ACT/)
  expect((await portfolio('compare', '--repair', '--yes')).text).toContain('names are being repaired')
  await eventually(async () => (await portfolio('compare')).text.includes('0 gone there, 0 different'), 'no difference')
  expect(await shown(account, 'one.org')).toMatchObject({ autorenew: 'off', is_locked: false })
  expect(await shown(account, 'five.org')).toMatchObject({ autorenew: 'off' })
})

it('a name that was registered there after a backup comes back with its customer, and its charge is proposed', async () => {
  const since = new Date(Date.now() - 1_000).toISOString().slice(0, 19).replace('T', ' ')
  await boughtThere('lost.org', 'off')
  const recovered = await portfolio('recover', '--backup-at', since, '--reseller', String(sellerId), '--yes')
  expect(recovered.text).toMatch(/lost\.org \(registered .*; create 500\.00 EUR\)/)
  expect(recovered.text).toContain('1 recovered')
  const { owner_handle: owner } = await shown(ask, 'lost.org')
  expect(await done(ask, 'GET', `/v1/customers/${owner}`)).toMatchObject({ email: 'lost.org@example.com' })
  expect((await portfolio('compare')).text).toContain('0 unknown here, 0 gone there, 0 different')
})

it('the commands about registry accounts do what an upstream registrar can do, and say what it cannot', async () => {
  expect((await admin('registry', 'test', 'upper')).text).toContain('is accepted, with the rights')
  expect((await admin('registry', 'balance', 'upper')).text).toMatch(/upper +\d+(\.\d+)? .*EUR/)
  const transcripts = await admin('registry', 'transcripts', 'one.org')
  expect(transcripts.text).toContain('domains.create')
  expect(transcripts.text).not.toContain(person.email)
  expect((await admin('registry', 'certify', 'upper')).failure).toContain(
    'is at an upstream registrar, which has no acceptance test: registry test says',
  )
  expect((await admin('registry', 'rotate-password', 'upper')).failure).toContain(
    'create another key there, write it to apiKeyFile',
  )
  const scope = ['read', 'write', 'purchase', 'transfer-codes']
  const { key } = await done(account, 'POST', '/v1/keys', { name: 'next', scope })
  const [first] = (await done(account, 'GET', '/v1/keys')).results.filter(
    ({ name }: { name: string }) => name === 'resale',
  )
  file('key', key)
  await done(account, 'DELETE', `/v1/keys/${first.id}`)
  expect((await admin('registry', 'test', 'upper')).text).toContain('is accepted, with the rights')
})

it('an upstream registrar that does not answer is said to be so, without an internal error', async () => {
  await proxy.close()
  const compared = await portfolio('compare')
  expect(compared.failure).toContain('registry')
  expect(compared.failure).not.toContain('internal')
  const named = await portfolio('adopt', '--from', file('names.csv', `name,reseller\nsix.org,${sellerId}`))
  expect(named.text).toContain('six.org')
})
