import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { service as customers } from '@nameyard/customers/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { actorSettings } from '@nameyard/testing/actors'
import { namedBrokers, testBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { freePort } from '@nameyard/testing/free-port'
import { hasPgbouncer, startPgbouncer } from '@nameyard/testing/pgbouncer'
import { testCertificate } from '@nameyard/testing/tls'
import { runCommand } from '../src/command-line'
import { examineDatabase } from '../src/doctor/examine-database'
import { examineSettings } from '../src/doctor/examine-settings'

let database: TestDatabase
beforeAll(async () => (database = await testDatabase(customers)))
afterAll(() => database?.drop())

const machine = () => performance.timeOrigin + performance.now()

const problemsOf = async (...given: Parameters<typeof examineDatabase>) =>
  (await examineDatabase(...given)).flatMap(({ what, problem }) =>
    problem === undefined ? [] : [`${what}: ${problem}`],
  )

it('doctor: prints the version, the connections and the sessions of the database', async () => {
  const lines: string[] = []
  // The database of tests does without durability, which the doctor says.
  const run = runCommand(['doctor'], { DATABASE_URL: database.url }, (line) => lines.push(line))
  await run.catch(({ message }: Error) => expect(message).toBe('Not well: 1 of 7.'))
  const text = lines.join('\n')
  expect(text).toMatch(/^ok +database +PostgreSQL \d+/m)
  expect(text).toMatch(/ connections +\d+ of \d+/)
  expect(text).toMatch(
    /^ok +connections of all services +55 of \d+: customers 1 x 9, dns 1 x 9, .*registry-worker 1 x 10$/m,
  )
  expect(text).toMatch(/^ok +roles of services +\d$/m)
  expect(text).toMatch(/^ok +sessions +one for each connection$/m)
  expect(text).toMatch(/ durability +fsync (on|off), synchronous_commit \w+/)
})

if (hasPgbouncer())
  it('doctor: says that a pooler shares sessions', async () => {
    const settings = { ignore_startup_parameters: 'options' }
    const pooler = await startPgbouncer(database.url, { poolMode: 'transaction', settings })
    expect(await problemsOf(pooler.url, machine)).toContainEqual(
      expect.stringMatching(/^sessions: a pooler shares sessions between connections: services refuse to start there/),
    )
    await pooler.stop()
  })

it('doctor: says that the clocks differ', async () => {
  expect(await problemsOf(database.url, () => machine() - 5_000)).toContainEqual(
    expect.stringMatching(/^clock of the database: differs by more than a second/),
  )
})

it('doctor: says that the database does not answer', async () => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`
  expect(await problemsOf(url, machine)).toEqual([
    expect.stringMatching(/^database: cannot be reached: .*ECONNREFUSED/),
  ])
})

it('doctor: says that the services may open more connections than there are', async () => {
  const demands = [{ service: 'dns', replicas: 100, connections: 9 }]
  expect(await problemsOf(database.url, machine, demands)).toContainEqual(
    expect.stringMatching(/^connections of all services: more than 80 % .*max_connections to at least 1128, or lower/),
  )
})

it('doctor: says that a role may use the tables of another service', async () => {
  const administrator = new Client({ connectionString: database.url })
  await administrator.connect()
  // A role that no other test has in its database: only its right in this one counts.
  await administrator.query(`do $$ begin create role nameyard_dns nologin; exception when others then null; end $$`)
  await administrator.query('grant usage on schema customers to nameyard_dns')
  expect(await problemsOf(database.url, machine)).toContainEqual(
    expect.stringMatching(/^roles of services: nameyard_dns may use the tables of customers: revoke these rights/),
  )
  await administrator.query('revoke usage on schema customers from nameyard_dns')
  await administrator.end()
})

describe.each(namedBrokers())('doctor: with a service over %s', (name, url) => {
  it('prints the broker and the connections of the processes that run', async () => {
    const broker = await testBroker(url)
    const config = { DATABASE_URL: database.url, AMQP_URL: broker.url, DATABASE_POOL: '5', ...actorSettings }
    const context = { clock: new Clock(), log: createLog('test', 'silent') }
    const running = [1, 2].map(() => customers.start(loadConfig(customers.config, config), context))
    await Promise.all(running)
    const lines: string[] = []
    const environment = { DATABASE_URL: database.url, AMQP_URL: broker.url }
    await runCommand(['doctor'], environment, (line) => lines.push(line)).catch(() => undefined)
    for (const service of await Promise.all(running)) await service.close()
    await broker.drop()
    const text = lines.join('\n')
    expect(text).toMatch(
      name === 'RabbitMQ' ? /^ok +broker +RabbitMQ \d+\.\d+/m : /^ok +broker +Nameyard embedded broker$/m,
    )
    expect(text).toMatch(/^ok +connections of all services +12 of \d+: customers 2 x 6$/m)
  })
})

it('doctor: says that the broker does not answer', async () => {
  const lines: string[] = []
  const environment = { DATABASE_URL: database.url, AMQP_URL: `amqp://127.0.0.1:${await freePort()}` }
  await runCommand(['doctor'], environment, (line) => lines.push(line)).catch(() => undefined)
  expect(lines.join('\n')).toMatch(/^NOT WELL +broker: cannot be reached: correct AMQP_URL, or start the broker\.$/m)
})

describe('doctor: the settings', () => {
  const now = Date.now()
  const found = (environment: Record<string, string>, at = now) =>
    examineSettings(environment, at).map(({ what, value, problem }) => [what, problem ?? value])

  it('name certificates, which end at some time', async () => {
    const { certificate, remove } = await testCertificate()
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
    const accounts = join(folder, 'accounts.json')
    writeFileSync(
      accounts,
      JSON.stringify({ accounts: [{ account: 'acme', certificateFile: certificate }, { account: 'other' }] }),
    )
    const environment = { GATEWAY_TLS_CERTIFICATE: certificate, REGISTRY_ACCOUNTS_FILE: accounts }
    const until = expect.stringMatching(/^valid until \d{4}-\d\d-\d\d$/)
    expect(found(environment)).toEqual([
      ['GATEWAY_TLS_CERTIFICATE', until],
      ['certificate of acme', until],
    ])
    const year = 365 * 86_400_000
    expect(found(environment, now + year - 86_400_000)[0]).toEqual([
      'GATEWAY_TLS_CERTIFICATE',
      'ends within 14 days: renew it.',
    ])
    expect(found(environment, now + year + 86_400_000)[1]).toEqual(['certificate of acme', 'has expired: renew it.'])
    expect(found({ GATEWAY_TLS_CERTIFICATE: join(folder, 'none') })[0]![1]).toMatch(/^cannot be read: .*ENOENT/)
    remove()
    rmSync(folder, { recursive: true })
  })

  it('have secrets that nobody else knows', () => {
    expect(found({ AUTH_CODE_SECRET: 'r'.repeat(40) })).toEqual([['secrets', '1']])
    const [[, problem]] = found({ AUTH_CODE_SECRET: 'change-me', LINK_SECRET_FILE: '/nowhere' }) as [[string, string]]
    expect(problem).toContain('AUTH_CODE_SECRET: is the value of an example')
    expect(problem).toContain('LINK_SECRET_FILE: cannot be read (ENOENT)')
  })
})
