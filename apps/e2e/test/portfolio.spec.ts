import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { temporaryFolder } from '../src/platform'
import { portfolioDifferences, seedPortfolio } from '../src/seeded-portfolio'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** `PORTFOLIO_NAMES=10000 npm test -- portfolio` adopts a whole portfolio. */
const NAMES = Number(process.env.PORTFOLIO_NAMES ?? 60)
const PATIENCE_MS = 120_000 + NAMES * 100

let platform: InProcess
let sql: Client
let north: Ask
let south: Ask
let names: readonly string[]
let list: string
let northId: number
let mails: number

beforeAll(async () => {
  platform = await startInProcess()
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  ;[north, south] = [await platform.open('north'), await platform.open('south')]
  northId = (await north('GET', '/v1/resellers')).json.data.id
  names = await seedPortfolio(sql, NAMES)
  const zone = {
    domain: { name: 'seeded-1', extension: 'org' },
    type: 'master',
    records: [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }],
  }
  expect((await south('POST', '/v1/dns/zones', { body: zone })).json.code).toBe(0)
  mails = mailCount()
  await sql.query(`update sandbox_registry.domain set statuses = '{clientHold}' where name = 'seeded-2.org'`)
  await sql.query(
    `update sandbox_registry.domain set statuses = '{clientDeleteProhibited}' where name = 'seeded-5.org'`,
  )
  list = join(temporaryFolder(), 'names.csv')
  writeFileSync(
    list,
    ['name,reseller', ...[...names, 'taken.com', 'nobody-has-it.com'].map((name) => `${name},${northId}`)].join('\n'),
  )
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

const mailCount = () => readdirSync(platform.mails).filter((file) => file.endsWith('.eml')).length

async function adopt(words: readonly string[] = [], ask?: () => Promise<boolean>): Promise<string[]> {
  const lines: string[] = []
  const command = ['portfolio', 'adopt', '--account', 'sandbox', '--from', list, ...words]
  await runCommand(command, { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line), ask)
  return lines
}
const count = async (of: string): Promise<number> =>
  Number((await sql.query(`select count(*) from ${of}`)).rows[0].count)

it(
  'reports what would be adopted, and changes nothing',
  async () => {
    const lines = await adopt()
    expect(lines).toContain('1 × is not known to the registry:')
    expect(lines).toContain('1 × is sponsored by another registrar:')
    expect(lines).toContain('  seeded-2.org')
    expect(lines.join('\n')).toContain('has clientHold')
    expect(lines.join('\n')).toContain('clientDeleteProhibited: the first change that is made here removes it')
    expect(lines.join('\n')).toMatch(/seeded-1\.org of reseller \d+ \(seeded-1\.org\)/)
    expect(lines.slice(-2)).toEqual([`${NAMES - 1} ready, 3 refused`, 'nothing is changed; --yes adopts them'])
    expect(await count('domains.domain')).toBe(0)
    expect(await count('customers.customer')).toBe(0)
  },
  PATIENCE_MS,
)

it(
  'continues where it was killed, and takes no name twice',
  async () => {
    await expect(adopt([], () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
    const startedAt = performance.now()
    const lines = await adopt(['--yes'])
    process.stdout.write(`${NAMES} names: ${Math.round(performance.now() - startedAt)} ms to adopt\n`)
    expect(lines.at(-1)).toBe(`${NAMES - 1} adopted, 3 refused`)
    expect(await count('domains.portfolio_job')).toBe(1)
    // A process that ended after it had claimed names leaves them to the next one.
    await sql.query(`update domains.portfolio_job set step = 'apply', ended_at = null`)
    await sql.query(`update domains.portfolio_name set state = 'ready', claimed_until = now() - interval '1 s'
      where state = 'done'`)
    expect((await adopt(['--yes'])).at(-1)).toBe(`${NAMES - 1} here already, 3 refused`)
    expect(await count('domains.domain')).toBe(NAMES - 1)
  },
  PATIENCE_MS,
)

it(
  'gives the rows what the registry has, one customer for each contact',
  async () => {
    const differences = await portfolioDifferences(sql)
    expect(differences.map((each) => (each as { there: string }).there)).toEqual(['seeded-2.org'])
    const used = await count(`(select distinct registrant from sandbox_registry.domain
      where roid like '%-SEED' and name <> 'seeded-2.org') used`)
    expect(await count('customers.customer')).toBe(used)
  },
  PATIENCE_MS,
)

it(
  'finds no difference in what it adopted, and names what is left',
  async () => {
    const lines: string[] = []
    const startedAt = performance.now()
    const compared = runCommand(
      ['portfolio', 'compare', '--account', 'sandbox', '--from', list],
      { AMQP_URL: platform.amqpUrl },
      (line) => lines.push(line),
    )
    await expect(compared).rejects.toThrow('1 names differ')
    process.stdout.write(`${NAMES} names: ${Math.round(performance.now() - startedAt)} ms to compare\n`)
    expect(lines).toEqual([
      '1 × ours there, unknown here (portfolio adopt or recover):',
      '  seeded-2.org',
      `${NAMES - 1} equal, 1 unknown here, 0 gone there, 0 different`,
    ])
  },
  PATIENCE_MS,
)

it(
  'charges nothing, mails nobody, verifies nobody and changes nothing at the registry',
  async () => {
    await eventually(async () => (await count('domains.outbox')) === 0, 'the delivery of all messages')
    expect(await count(`sandbox_registry.charge where registrar = 'nameyard'`)).toBe(0)
    expect(await count(`orders.ledger_transaction where kind <> 'top-up'`)).toBe(0)
    expect(await count(`customers.email_verification where status <> 'not verified'`)).toBe(0)
    expect(mailCount()).toBe(mails)
    const { rows } = await sql.query(
      `select distinct command from sandbox_registry.audit where registrar = 'nameyard' order by 1`,
    )
    const changing = rows
      .map(({ command }) => command as string)
      .filter((each) => /create|update|delete|renew|transfer/.test(each))
    expect(changing).toEqual([])
  },
  PATIENCE_MS,
)

it('leaves the zone of another account alone until an operator confirms the holder', async () => {
  const read = () => south('GET', '/v1/dns/zones/seeded-1.org')
  expect((await read()).json.code).toBe(0)
  await runCommand(['portfolio', 'confirm-holder', 'seeded-1.org'], { AMQP_URL: platform.amqpUrl }, () => {})
  await eventually(async () => (await read()).json.code !== 0, 'the end of the zone')
  await eventually(async () => mailCount() > mails, 'the mail to the account of the zone')
})

it('keeps the DS records of an adopted domain when its name servers change', async () => {
  const { json } = await north('GET', '/v1/domains?full_name=seeded-5.org')
  const { id, dnssec_keys } = json.data.results[0]
  expect(dnssec_keys).toEqual([])
  const body = { name_servers: [{ name: 'ns3.example.net' }, { name: 'ns4.example.net' }] }
  expect((await north('PUT', `/v1/domains/${id}`, { body })).json.code).toBe(0)
  const hosts = `sandbox_registry.domain_host where domain = 'seeded-5.org' and host = 'ns3.example.net'`
  await eventually(async () => (await count(hosts)) === 1, 'the new name servers')
  expect(await count(`sandbox_registry.domain_sec_dns where domain = 'seeded-5.org'`)).toBe(1)
})
