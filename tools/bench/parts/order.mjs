import { createRequire } from 'node:module'
import { registrarAt } from '../epp.mjs'
import { platform } from '../platform.mjs'
import { backendsOf, brokerProcess, startedApplications, withCpu } from '../processes.mjs'
import { QUANTILES, median, quantilesOf } from '../report/figures.mjs'
import { cpuOf, inTurn, valuesOf } from '../rounds.mjs'
import { ownBroker, ownDatabase } from '../servers.mjs'

const require = createRequire(import.meta.url)

export const title = 'Orders'

/** Clients of the closed loop that finds the highest rate. */
const CLIENTS = 32

/** The share of the highest rate at which the times of an open loop are measured. */
const OPEN_SHARE = 0.7

const LIMIT = 'registry + 2 commits'

/** An order of a .com domain over HTTPS until it is active, with the sandbox registry. */
export async function measure(context) {
  const { rounds, seconds, warm, server, onClose } = context
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const { ask, post, ports, secrets } = await platform(databaseUrl, amqpUrl, onClose, { connections: 4 * CLIENTS })
  const { handle } = await post('/v1/customers', {
    name: { first_name: 'Ada', last_name: 'Jansen' },
    address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
    email: 'ada@example.com',
  })
  const order = orderer(ask, post, handle)
  const limit = await limitOf(databaseUrl, ports.epp, secrets.rivalPassword, onClose)
  const { Client } = require('pg')
  const sql = new Client({ connectionString: databaseUrl })
  await sql.connect()
  onClose(() => sql.end())

  await closedLoop(CLIENTS, warm, order)
  await closedLoop(1, warm, limit)
  // Like an installation that has run for a minute: the planner has statistics.
  await sql.query('analyze')

  const single = await inTurn(rounds, ['platform', LIMIT], (name) =>
    closedLoop(1, seconds, name === 'platform' ? order : limit),
  )
  const broker = await brokerProcess(amqpUrl)
  const crowds = []
  const open = []
  for (let round = 0; round < rounds; round++) {
    const processes = { ...startedApplications(), broker, PostgreSQL: await backendsOf(databaseUrl) }
    const { result, cpu } = await withCpu(processes, () => closedLoop(CLIENTS, seconds, order))
    crowds.push({ ...result, cpu: perOrder(cpu, result) })
    open.push(await openLoop(result.rate * OPEN_SHARE, seconds, order))
  }

  const at = (share) => (result) => result.quantiles[share]
  const tail = open.map((result) => result.quantiles[0.99])
  return {
    figures: [
      {
        name: 'order until active, 1 client, median',
        unit: 'ms',
        samples: valuesOf(single, at(0.5)),
        targets: [{ atMost: 20 }, { against: LIMIT, atMost: 3 }],
      },
      { name: 'order until active, 1 client, p99', unit: 'ms', samples: valuesOf(single, at(0.99)) },
      {
        name: `orders until active, ${CLIENTS} clients`,
        unit: 'orders/s',
        samples: { platform: crowds.map(({ rate }) => rate) },
        targets: [{ atLeast: 150 }],
      },
      {
        name: `order until active at ${OPEN_SHARE * 100} % of that rate`,
        unit: 'ms',
        samples: { p99: tail, median: open.map(at(0.5)) },
        targets: [{ of: 'p99', against: 'median', atMost: 5 }],
      },
      {
        name: 'orders at that rate that were answered before the domain was active',
        unit: '%',
        samples: { platform: open.map(({ early, count }) => (early / count) * 100) },
      },
    ],
    series: [
      {
        name: 'distribution',
        title: 'Time of an order until the domain is active',
        x: { label: 'milliseconds', isLogarithmic: true },
        y: { label: '% of the orders that take at most this long' },
        lines: [
          { name: 'platform, 1 client', points: curve(single.platform) },
          { name: LIMIT, points: curve(single[LIMIT]) },
          { name: `platform, open loop at ${OPEN_SHARE * 100} %`, points: curve(open) },
        ],
      },
      {
        name: 'cpu',
        title: `CPU time of an order, by process, ${CLIENTS} clients`,
        y: { label: 'microseconds per order' },
        bars: [{ name: 'platform', parts: cpuOf(crowds) }],
      },
    ],
    notes: [
      `\`${LIMIT}\`: a domain is created at the same sandbox registry, directly over the same TLS, between two commits of one row, one on each side. There is no peer: no other program does the same job.`,
      'An order is a POST over HTTPS until the domain is `ACT`. If the answer comes earlier, the client asks until it is; waiting for that counts.',
      `The open loop sends orders at fixed intervals, whether earlier ones are answered or not, and measures from the time when each was due.`,
    ],
  }
}

const curve = (results) =>
  QUANTILES.map((share) => [median(results.map(({ quantiles }) => quantiles[share])), share * 100])

/** CPU microseconds of an order by process. */
const perOrder = (cpu, { count }) =>
  Object.fromEntries(Object.entries(cpu).map(([name, seconds]) => [name, (seconds / count) * 1e6]))

/** Milliseconds between two questions whether a domain is active. */
const POLL_MS = 10

let ordered = 0

/** Returns the function that orders a new name and resolves when it is active, with whether the answer came earlier. */
function orderer(ask, post, owner_handle) {
  return async () => {
    const domain = { name: `order-${ordered++}`, extension: 'com' }
    let { id, status } = await post('/v1/domains', { domain, period: 1, owner_handle, ns_group: 'dns-openprovider' })
    const isEarly = status !== 'ACT'
    while (status !== 'ACT') {
      if (status === 'FAI') throw new Error(`The order of ${domain.name} failed.`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      ;({ status } = await ask('GET', `/v1/domains/${id}`))
    }
    return isEarly
  }
}

/** Returns the function that does what no order can leave out, one after the other. */
async function limitOf(databaseUrl, port, password, onClose) {
  const registrar = await registrarAt(port, password, onClose)
  const { Client } = require('pg')
  const sides = [new Client({ connectionString: databaseUrl }), new Client({ connectionString: databaseUrl })]
  for (const side of sides) {
    await side.connect()
    onClose(() => side.end())
  }
  await sides[0].query('create table public.bench_commit (id bigserial primary key, name text not null)')
  const commit = (side, name) =>
    side.query({ name: 'commit', text: 'insert into public.bench_commit (name) values ($1)', values: [name] })
  return async () => {
    const name = `limit-${ordered++}.com`
    await commit(sides[0], name)
    await registrar.create(name)
    await commit(sides[1], name)
    return false
  }
}

/** Clients that order the next name after each one. Returns the rate and the times. */
async function closedLoop(clients, seconds, act) {
  const times = []
  let early = 0
  const begun = performance.now()
  const client = async () => {
    for (;;) {
      const start = performance.now()
      if (start >= begun + seconds * 1000) return
      if (await act()) early++
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = (performance.now() - begun) / 1000
  return { rate: times.length / elapsed, count: times.length, early, quantiles: quantilesOf(times) }
}

/** Starts orders at a rate, whatever becomes of the earlier ones. Returns the times since each was due. */
async function openLoop(rate, seconds, act) {
  const count = Math.max(1, Math.round(rate * seconds))
  const begun = performance.now()
  const times = []
  let early = 0
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const due = begun + (n / rate) * 1000
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      if (await act()) early++
      times.push(performance.now() - due)
    }),
  )
  return { count, early, quantiles: quantilesOf(times) }
}
