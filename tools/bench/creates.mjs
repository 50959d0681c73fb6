/**
 * `node tools/bench/creates.mjs`: how many domains per second workers create at the sandbox registry.
 *
 *   a crowd      --orders operations submitted at once, until the last one is settled
 *   one by one   each create is submitted after the previous one is settled: the latency at the registry
 *
 * Worker, registry and broker are separate processes, with PostgreSQL on the same machine. Half of a crowd uses contacts
 * and hosts of earlier orders, as a reseller's second order does. Aim: 300 creates a second. At the end every name must
 * be in the registry's database exactly once.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases. With `shared_preload_libraries = pg_stat_statements`
 *                   the statements of the workers are counted
 * AMQP_URL          the broker; default: an embedded one
 * --rounds 3 --orders 1500 --sessions 8 --single 100
 * --accounts 1       accounts at the registry: each has a suffix, queues and --sessions sessions of its own
 * --workers 1        replicas of the worker: more of them must never be slower, nor take more CPU time for each create
 * --warm 2000        orders before the measurement: the JIT compilers take long to warm up
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brokerProcess, build, cpuSeconds, endedCpuSeconds, freePort, startChild } from './processes.mjs'
import { ownBroker, ownDatabase } from './servers.mjs'
import { median } from './report/figures.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    orders: { type: 'string', default: '1500' },
    sessions: { type: 'string', default: '8' },
    warm: { type: 'string', default: '2000' },
    single: { type: 'string', default: '100' },
    accounts: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
  },
})
const [rounds, orders, sessions, warm, singles, accounts, workers] = [
  'rounds',
  'orders',
  'sessions',
  'warm',
  'single',
  'accounts',
  'workers',
].map((key) => Number(given[key]))
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM_PER_SECOND = 300

/** The suffix of the n-th name: that of one account after the other. */
const suffixOf = (n) => `bench${n % accounts}`

/** A crowd that takes longer has failed. */
const CROWD_MS = 120_000

/** Statements that are sent less often for each create are not shown. */
const LEAST_SHOWN = 0.001

const closers = []
const onClose = (close) => closers.unshift(close)

async function main() {
  await build()
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const pids = { ...(await platform(databaseUrl, amqpUrl)), broker: await brokerProcess(amqpUrl), bench: [process.pid] }
  const sql = new Client({ connectionString: databaseUrl, options: '-c search_path=registry_worker' })
  await sql.connect()
  onClose(() => sql.end())
  const submit = await submitter(amqpUrl)

  await crowd(sql, submit, 'warm', warm)
  // Like an installation that has run for a minute: the planner has statistics.
  await sql.query('analyze')
  const isCounting = await countStatements(sql)
  const counted = []
  const taken = []
  for (let round = 0; round < rounds; round++) {
    taken.push(await crowd(sql, submit, `crowd-${round}`, orders, pids))
    if (isCounting) counted.push(await statements(sql))
  }
  printTable(taken.map(({ perSecond }, round) => ({ round: round + 1, 'creates per second': perSecond.toFixed(0) })))
  console.log('\nCPU microseconds per create\n')
  printTable(
    Object.keys(taken[0].cpu).map((name) => ({
      process: name,
      ...Object.fromEntries(taken.map(({ cpu }, round) => [`round ${round + 1}`, cpu[name].toFixed(0)])),
    })),
  )
  const perSecond = median(taken.map((each) => each.perSecond))
  const verdict = perSecond >= AIM_PER_SECOND ? 'met' : 'missed'
  console.log(
    `\n${perSecond.toFixed(0)} creates a second, ${accounts} accounts with ${sessions} sessions, ${workers} workers: the aim of ${AIM_PER_SECOND} is ${verdict}`,
  )

  if (isCounting) printStatements(counted)

  const waits = []
  for (let n = 0; n < singles; n++) waits.push(await single(sql, submit, `single-${n}.${suffixOf(n)}`))
  waits.sort((a, b) => a - b)
  console.log(
    `one by one: ${median(waits).toFixed(1)} ms from submission to settlement, p99 ${waits.at(-1).toFixed(1)} ms`,
  )

  const { rows } = await sql.query(
    `select count(*)::int as domains from sandbox_registry.domain where sponsor = 'nameyard'`,
  )
  const { rows: ended } = await sql.query(`select count(*)::int as done from operation where state = 'done'`)
  const ordered = warm + rounds * orders + singles
  if (rows[0].domains !== ordered || ended[0].done !== ordered) {
    throw new Error(`${ordered} ordered, ${ended[0].done} done, ${rows[0].domains} in the registry`)
  }
  console.log(`${ordered} names ordered, done and in the registry's database; load average ${loadavg()[0].toFixed(1)}`)
}

/** Starts the worker and its registry; returns their process ids. */
async function platform(databaseUrl, amqpUrl) {
  const { migrate } = require('@nameyard/persistence/migrate')
  for (const app of ['registry-worker', 'sandbox-registry']) {
    const { service } = require(`../../apps/${app}/dist/service.js`)
    await migrate(databaseUrl, { service: service.name, folders: service.migrations })
  }
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-bench-'))
  onClose(() => rmSync(folder, { recursive: true }))
  const tls = await require('selfsigned').generate([{ name: 'commonName', value: 'localhost' }])
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((file) => join(folder, file))
  writeFileSync(certificate, tls.cert)
  writeFileSync(key, tls.private)
  const port = String(await freePort())
  const password = 'bench-password'
  const registry = startChild('../../apps/sandbox-registry/dist/main.js', {
    DATABASE_URL: databaseUrl,
    SANDBOX_EPP_PORT: port,
    SANDBOX_CONTROL_PORT: '0',
    SANDBOX_TLS_CERTIFICATE: certificate,
    SANDBOX_TLS_KEY: key,
    SANDBOX_NAMEYARD_PASSWORD: password,
    SANDBOX_RIVAL_PASSWORD: 'rival-password',
  })
  onClose(() => registry.stop())
  await registry.says('ready')
  await serveSuffixes(databaseUrl)
  writeFileSync(join(folder, 'password'), password)
  const file = join(folder, 'accounts.json')
  const given = Array.from({ length: accounts }, (_, n) => ({
    account: `account-${n}`,
    host: '127.0.0.1',
    port: Number(port),
    servername: 'localhost',
    caFile: 'certificate.pem',
    clientId: 'nameyard',
    passwordFile: 'password',
    maxSessions: sessions,
    idleSeconds: 600,
    pollSeconds: null,
    tlds: { [suffixOf(n)]: {} },
  }))
  writeFileSync(file, JSON.stringify({ accounts: given }))
  const settings = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, REGISTRY_ACCOUNTS_FILE: file }
  const started = Array.from({ length: workers }, () => {
    const worker = startChild('../../apps/registry-worker/dist/main.js', settings)
    onClose(() => worker.stop())
    return worker
  })
  await Promise.all(started.map((worker) => worker.says('ready')))
  return { worker: started.map(({ pid }) => pid), registry: [registry.pid] }
}

/** Lets the registry serve a suffix for each account, and as many sessions as they may open. */
async function serveSuffixes(databaseUrl) {
  const sql = new Client({ connectionString: databaseUrl, options: '-c search_path=sandbox_registry' })
  await sql.connect()
  const suffixes = Array.from({ length: accounts }, (_, n) => suffixOf(n))
  await sql.query(`insert into tld (name, profile, launch_phase) select unnest($1::text[]), 'gtld', 'open'`, [suffixes])
  await sql.query('update session_policy set max_sessions = $1', [accounts * sessions])
  await sql.end()
}

/** Submits operations as the domains service does. */
async function submitter(amqpUrl) {
  const { Connection } = require('@nameyard/messaging/connection')
  const { Publisher } = require('@nameyard/messaging/publisher')
  const { submitRegistryOperation } = require('@nameyard/contracts/registry/submit-operation')
  const connection = new Connection(amqpUrl, 'domains')
  const publisher = new Publisher(connection)
  await connection.start()
  onClose(() => connection.close())
  return (names) =>
    publisher.publish(
      names.map((name, index) => ({
        message: submitRegistryOperation,
        payload: order(name, index),
        messageId: randomUUID(),
        correlationId: randomUUID(),
      })),
    )
}

function order(name, index) {
  const holder = { ...person, name: `Person ${index % 50}` }
  return {
    kind: 'domain.create',
    operationId: randomUUID(),
    resellerId: 1,
    registryTld: name.split('.')[1],
    object: name,
    intent: {
      name,
      period: { value: 1, unit: 'y' },
      registrant: holder,
      contacts: { admin: holder, tech: person, billing: person },
      nameservers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
      authInfo: 'aB3#aB3#aB3#aB3#',
    },
  }
}

const person = {
  handle: 'JD100001-NL',
  name: 'John Doe',
  street: ['Main Street 1'],
  city: 'Amsterdam',
  postalCode: '1000 AA',
  countryCode: 'NL',
  voice: '+31.201234567',
  email: 'john@example.com',
}

/** Submits a crowd and waits until all are settled. Returns creates per second, and CPU time of each process per create. */
async function crowd(sql, submit, label, count, pids = {}) {
  const before = await cpuTimes(sql, pids)
  const start = performance.now()
  await submit(Array.from({ length: count }, (_, n) => `${label}-${n}.${suffixOf(n)}`))
  const end = start + CROWD_MS
  while (!(await areSettled(sql, label, count))) {
    if (performance.now() > end) throw new Error(`not all ${count} were settled in ${CROWD_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - start) / 1000
  const after = await cpuTimes(sql, pids)
  const cpu = Object.fromEntries(
    Object.entries(after).map(([name, total]) => [name, ((total - (before[name] ?? 0)) / count) * 1e6]),
  )
  const all = Object.values(cpu).reduce((sum, each) => sum + each, 0)
  return { perSecond: count / seconds, cpu: { ...cpu, all } }
}

/** CPU seconds until now by process; those of PostgreSQL by the service that uses them. */
async function cpuTimes(sql, pids) {
  const { rows } = await sql.query(
    `select case when backend_type <> 'client backend' then 'PostgreSQL itself'
                 when application_name = '' then 'PostgreSQL for bench'
                 else 'PostgreSQL for ' || replace(application_name, 'nameyard-', '') end as name,
       array_agg(pid) as pids
     from pg_stat_activity
     where datname = current_database() or backend_type in ('walwriter', 'background writer', 'checkpointer')
     group by 1`,
  )
  const all = { ...pids, ...Object.fromEntries(rows.map(({ name, pids }) => [name, pids])) }
  return {
    ...Object.fromEntries(Object.entries(all).map(([name, ids]) => [name, cpuSeconds(ids)])),
    'PostgreSQL sessions that ended': endedCpuSeconds(rows.flatMap(({ pids }) => pids)),
  }
}

/** Whether statements can be counted, which needs `shared_preload_libraries = pg_stat_statements`. Begins at zero. */
async function countStatements(sql) {
  const { rows } = await sql.query('show shared_preload_libraries')
  if (!rows[0].shared_preload_libraries.includes('pg_stat_statements')) return false
  await sql.query('create extension pg_stat_statements')
  await statements(sql)
  return true
}

/** How often the workers have sent each statement since the last look. */
async function statements(sql) {
  const { rows } = await sql.query(
    `select query, sum(calls)::int as calls, sum(total_exec_time) as ms from registry_worker.pg_stat_statements
     where userid = 'nameyard_registry_worker'::regrole and dbid = (select oid from pg_database where datname = current_database())
     group by query`,
  )
  await sql.query(
    `select registry_worker.pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)`,
  )
  return new Map(rows.map(({ query, calls, ms }) => [query.replaceAll(/\s+/g, ' ').trim(), { calls, ms }]))
}

/** Prints how often the workers send each statement for one create, the median of the rounds. */
function printStatements(counted) {
  const perCreate = (query) => median(counted.map((each) => (each.get(query)?.calls ?? 0) / orders))
  const ms = (query) => median(counted.map((each) => (each.get(query)?.ms ?? 0) / orders))
  const queries = [...new Set(counted.flatMap((each) => [...each.keys()]))].sort(
    (one, other) => perCreate(other) - perCreate(one),
  )
  const all = median(counted.map((each) => [...each.values()].reduce((sum, { calls }) => sum + calls, 0) / orders))
  console.log(`\n${all.toFixed(3)} statements of all workers per create\n`)
  printTable(
    queries
      .filter((query) => perCreate(query) >= LEAST_SHOWN)
      .map((query) => ({
        statement: query.slice(0, 100),
        'per create': perCreate(query).toFixed(3),
        'microseconds per create': (ms(query) * 1000).toFixed(0),
      })),
  )
}

/** Whether all are settled. Reads an index for pending ones first: counting takes CPU time from the measurement. */
async function areSettled(sql, label, count) {
  const { rows: open } = await sql.query({
    name: 'on its way',
    text: `select from operation where state not in ('done', 'refused', 'failed') limit 1`,
  })
  if (open.length > 0) return false
  const { rows } = await sql.query('select count(*)::int as settled from operation where object like $1', [
    `${label}-%`,
  ])
  return rows[0].settled === count
}

/** Returns the milliseconds until one order is settled. */
async function single(sql, submit, name) {
  const start = performance.now()
  await submit([name])
  for (;;) {
    const { rows } = await sql.query('select from operation where settled_at is not null and object = $1', [name])
    if (rows.length > 0) return performance.now() - start
  }
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
