/**
 * `node tools/bench/order-latency.mjs`: the time of an order over HTTPS, from its POST until the response says that
 * the domain is `ACT`, with one client that waits for each response before it orders the next name.
 *
 * Every application is a separate process, including the sandbox registry, with broker and PostgreSQL on the same
 * machine. The steps are read from the tables: when the worker accepted the operation, sent its command, received the
 * registry's response and settled the operation. Aim: a median of 100 ms.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * AMQP_URL          the broker; default: an embedded one
 * --orders 200 --warm 60 (orders before the measurement, for the JIT compilers)
 */
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { platform } from './platform.mjs'
import { build } from './processes.mjs'
import { ownBroker, ownDatabase } from './servers.mjs'
import { median } from './report/figures.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: { orders: { type: 'string', default: '200' }, warm: { type: 'string', default: '60' } },
})
const [orders, warm] = [Number(given.orders), Number(given.warm)]
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM_MS = 100

const closers = []
const onClose = (close) => closers.unshift(close)

async function main() {
  await build()
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const { post } = await platform(databaseUrl, amqpUrl, onClose)
  const { handle } = await post('/v1/customers', {
    name: { first_name: 'Ada', last_name: 'Jansen' },
    address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
    email: 'ada@example.com',
  })
  const order = (name) =>
    post('/v1/domains', {
      domain: { name, extension: 'com' },
      period: 1,
      owner_handle: handle,
      ns_group: 'dns-openprovider',
    })
  for (let n = 0; n < warm; n++) await order(`warm-${n}`)
  const sql = new Client({ connectionString: databaseUrl })
  await sql.connect()
  onClose(() => sql.end())
  // Like an installation that has run for a minute: the planner has statistics.
  await sql.query('analyze')

  const waits = []
  let late = 0
  for (let n = 0; n < orders; n++) {
    const start = performance.now()
    const { status } = await order(`order-${n}`)
    waits.push(performance.now() - start)
    if (status !== 'ACT') late++
  }
  waits.sort((a, b) => a - b)
  const at = (share) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))].toFixed(1)
  console.log(`\n${orders} orders one after the other, POST to answer, ms\n`)
  printTable([{ median: at(0.5), p90: at(0.9), p99: at(0.99), least: at(0), 'answered REQ': String(late) }])
  await traceOrder(sql)
  const verdict = median(waits) <= AIM_MS && late === 0 ? 'met' : 'missed'
  console.log(`\nthe aim of ${AIM_MS} ms is ${verdict}; load average ${loadavg()[0].toFixed(1)}`)
}

/** Returns the median time of each step at the worker, from its rows. */
async function traceOrder(sql) {
  const { rows } = await sql.query(
    `select percentile_cont(0.5) within group (order by extract(epoch from t.sent_at - o.submitted_at) * 1000) as sent,
       percentile_cont(0.5) within group (order by extract(epoch from t.answered_at - t.sent_at) * 1000) as answered,
       percentile_cont(0.5) within group (order by extract(epoch from o.settled_at - t.answered_at) * 1000) as settled
     from registry_worker.operation o
     join registry_worker.registry_transaction t on t.operation_id = o.id and t.command = 'domain:create'
     where o.object like 'order-%'`,
  )
  const [{ sent, answered, settled }] = rows
  console.log('\nof this at the worker, ms\n')
  printTable([
    {
      'submitted to sent': sent.toFixed(1),
      'sent to answered': answered.toFixed(1),
      'answered to settled': settled.toFixed(1),
    },
  ])
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
