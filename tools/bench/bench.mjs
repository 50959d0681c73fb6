/**
 * `npm run bench`: compares one read of the API with the minimum that a Node process does for it.
 *
 *   platform   client → gateway → broker → customers service → PostgreSQL, authenticated
 *   bare       client → Fastify → PostgreSQL, the same rows by the same key, no authentication
 *
 * Each service is a separate process. The rounds alternate between both, so that other load on the machine affects both.
 * The table shows medians. Compare figures of the same run only.
 *
 * DATABASE_URL       a PostgreSQL server whose user can create databases
 * AMQP_URL           the broker; default: an embedded one
 * --rounds 3 --seconds 3 --connections 1,32,128
 * --warm 2           seconds of load before the first round, not measured
 */
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { createAccount, fill } from './data.mjs'
import { brokerProcess, build, cpuSeconds, freePort, startChild } from './processes.mjs'
import { embeddedBroker, ownDatabase } from './servers.mjs'
import { median, printTable } from './table.mjs'

const require = createRequire(import.meta.url)

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '2' },
    connections: { type: 'string', default: '1,32,128' },
    customers: { type: 'string', default: '20000' },
  },
})
const rounds = Number(given.rounds)
const seconds = Number(given.seconds)
const warm = Number(given.warm)
const levels = given.connections.split(',').map(Number)

const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const { Client } = require('pg')

const closers = []
const onClose = (close) => closers.unshift(close)

async function main() {
  await build()
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = process.env.AMQP_URL ?? (await embeddedBroker(onClose))
  const { migrate } = require('@nameyard/persistence/migrate')
  const { service: customers } = require('@nameyard/customers/service')
  await migrate(databaseUrl, { service: customers.name, folders: customers.migrations })

  const port = { platform: await freePort(), bare: await freePort() }
  // One account sends all requests, as fast as it can.
  const unlimited = { REQUESTS_PER_SECOND: '1000000', REQUESTS_BURST: '1000000' }
  const environment = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, LOG_LEVEL: 'info', ...unlimited }
  const customersChild = startChild('../../apps/customers/dist/main.js', environment)
  const gatewayChild = startChild('../../apps/gateway/dist/main.js', {
    ...environment,
    GATEWAY_HTTP_PORT: String(port.platform),
    GATEWAY_REPEAT_SECRET: 'r'.repeat(32),
    // The lines are written as in operation, but no program reads them on the measured machine.
    GATEWAY_ACCESS_LOG: '/dev/null',
  })
  const bareChild = startChild('bare.mjs', { DATABASE_URL: databaseUrl, PORT: String(port.bare) })
  for (const child of [customersChild, gatewayChild, bareChild]) onClose(() => child.stop())
  await Promise.all([customersChild, gatewayChild, bareChild].map((child) => child.says('ready')))

  const base = `http://127.0.0.1:${port.platform}`
  const token = await createAccount(amqpUrl, base)
  const handles = await fill(databaseUrl, base, token, Number(given.customers))
  await compareAnswers(base, `http://127.0.0.1:${port.bare}`, token, handles[0])

  const broker = await brokerProcess(amqpUrl)
  const contenders = [
    { name: 'platform', processes: { gateway: [gatewayChild.pid], customers: [customersChild.pid], broker } },
    { name: 'bare', processes: { bare: [bareChild.pid] } },
  ]
  const load = startChild('load.mjs', {}, { ipc: true })
  onClose(() => load.stop())
  const measure = (contender, connections, forSeconds) =>
    measured(load, databaseUrl, contender, {
      port: port[contender.name],
      connections,
      seconds: forSeconds,
      token,
      handles,
    })

  // The warm-up of the JIT compilers is not measured.
  for (const contender of contenders) await measure(contender, 32, warm)
  const samples = []
  for (let round = 0; round < rounds; round++) {
    for (const connections of levels) {
      const order = round % 2 === 0 ? contenders : [...contenders].reverse()
      for (const contender of order) {
        samples.push({ connections, contender: contender.name, ...(await measure(contender, connections, seconds)) })
      }
    }
  }
  report(amqpUrl, samples)
}

/** Runs one measurement: the figures of the load, and the CPU time of each process per request. */
async function measured(load, databaseUrl, { processes }, job) {
  const backends = await backendsOf(databaseUrl)
  const all = { ...processes, postgres: backends }
  const before = mapValues(all, cpuSeconds)
  const { requests, failures, ...latency } = await load.ask(job)
  if (failures > 0) throw new Error(`${failures} of ${requests} requests failed`)
  const cpu = mapValues(all, (pids, name) => ((cpuSeconds(pids) - before[name]) / requests) * 1e6)
  return { requestsPerSecond: requests / job.seconds, ...latency, cpu }
}

function report(amqpUrl, samples) {
  const rows = levels.flatMap((connections) => {
    const of = (contender) => samples.filter((s) => s.connections === connections && s.contender === contender)
    const rate = (contender) => median(of(contender).map((s) => s.requestsPerSecond))
    return ['bare', 'platform'].map((contender) => {
      const taken = of(contender)
      const rates = taken.map((s) => s.requestsPerSecond)
      const cpu = Object.keys(taken[0].cpu).map((name) => `${name} ${median(taken.map((s) => s.cpu[name])).toFixed(0)}`)
      return {
        connections,
        contender,
        'req/s': median(rates).toFixed(0),
        range: `${Math.min(...rates).toFixed(0)}-${Math.max(...rates).toFixed(0)}`,
        'x of bare': (rate(contender) / rate('bare')).toFixed(2),
        'p50 ms': median(taken.map((s) => s.p50)).toFixed(2),
        'p99 ms': median(taken.map((s) => s.p99)).toFixed(2),
        'CPU us/req': cpu.join(', '),
      }
    })
  })
  const broker = process.env.AMQP_URL ? `broker at ${new URL(amqpUrl).host}` : 'embedded broker'
  console.log(`\nGET /v1/customers/{handle}, ${rounds} rounds of ${seconds} s, ${broker}\n`)
  printTable(rows)
}

async function compareAnswers(platform, bare, token, handle) {
  const [full, least] = await Promise.all([
    fetch(`${platform}/v1/customers/${handle}`, { headers: { authorization: `Bearer ${token}` } }),
    fetch(`${bare}/v1/customers/${handle}`),
  ])
  const [fullBody, leastBody] = [await full.json(), await least.json()]
  if (fullBody.data?.handle !== handle || leastBody.data?.handle !== handle) {
    throw new Error(
      `The platform and the bare server return different customers: ${JSON.stringify([fullBody, leastBody])}`,
    )
  }
}

async function backendsOf(databaseUrl) {
  const client = new Client({ connectionString: server })
  await client.connect()
  const database = new URL(databaseUrl).pathname.slice(1)
  const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [database])
  await client.end()
  return rows.map(({ pid }) => pid)
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

try {
  await main()
} finally {
  for (const close of closers) await close()
}
