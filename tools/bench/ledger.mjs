/**
 * `node tools/bench/ledger.mjs`: how fast credit is reserved and balances are read.
 *
 *   one account    reservations on one account, --inflight at a time
 *   two accounts   half of them on each of two
 *   beside a lock  all on one account, while the row of another one stays locked
 *   balance        of an account with very many entries, by the service's statement and over the broker
 *
 * Orders and customers are separate processes, with the broker and PostgreSQL on the same machine with two cores. The
 * rounds alternate, so that other load on the machine affects all. The table shows medians. Aims: 1000 reservations a
 * second, a balance in 5 ms. Missed aims are marked. The ledger is verified at the end.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * AMQP_URL          the broker; default: an embedded one
 * --rounds 3 --seconds 3 --inflight 64 --entries 1000000
 * --reads 200       measured reads of a balance
 */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { build, startChild, statementOf } from './processes.mjs'
import { ownBroker, ownDatabase } from './servers.mjs'
import { median } from './report/figures.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    inflight: { type: 'string', default: '64' },
    entries: { type: 'string', default: '1000000' },
    reads: { type: 'string', default: '200' },
  },
})
const [rounds, seconds, inflight, entries, reads] = ['rounds', 'seconds', 'inflight', 'entries', 'reads'].map((key) =>
  Number(given[key]),
)
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM = { perSecond: 1000, balanceMs: 5 }

const now = () => performance.timeOrigin + performance.now()

const closers = []
const onClose = (close) => closers.unshift(close)

async function main() {
  await build()
  const { migrate } = require('@nameyard/persistence/migrate')
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  for (const name of ['customers', 'orders']) {
    const { service } = require(`@nameyard/${name}/service`)
    await migrate(databaseUrl, { service: name, folders: service.migrations })
    const child = startChild(`../../apps/${name}/dist/main.js`, { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl })
    onClose(() => child.stop())
    await child.says('ready')
  }
  const sql = new Client({ connectionString: databaseUrl, options: '-c search_path=orders' })
  await sql.connect()
  onClose(() => sql.end())
  const ask = await asker(amqpUrl)

  const [first, second, held, old] = await Promise.all([1, 2, 3, 4].map(() => account(ask)))
  const runs = {
    'one account': () => reserve(ask, [first]),
    'two accounts': () => reserve(ask, [first, second]),
    'beside a wait': () => besideWait(databaseUrl, ask, held, () => reserve(ask, [second])),
  }
  // The warm-up of the JIT compilers is not measured.
  for (const run of Object.values(runs)) await run()
  const rates = Object.fromEntries(Object.keys(runs).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(runs)) rates[name].push(await run())
  report(rates)

  await age(sql, old, entries)
  await balances(sql, ask, old, first)

  const { verifyLedger } = require('@nameyard/contracts/orders/verify-ledger')
  const { findings, counted } = await ask(verifyLedger, {}, undefined, 120_000)
  if (findings.length > 0) throw new Error(`The ledger is inconsistent: ${JSON.stringify(findings.slice(0, 3))}`)
  console.log(`\nevery rule holds for ${counted.transactions} transactions; load average ${loadavg()[0].toFixed(1)}`)
}

/** Calls a service over the broker, on behalf of an account if one is given. */
async function asker(amqpUrl) {
  const { Connection } = require('@nameyard/messaging/connection')
  const { Rpc } = require('@nameyard/messaging/rpc')
  const connection = new Connection(amqpUrl, 'gateway')
  const rpc = new Rpc(connection, now, ({ callers }) => callers?.[0] ?? 'gateway')
  await connection.start()
  onClose(() => connection.close())
  return (operation, input, resellerId, ms = 30_000) => {
    const deadline = now() + ms
    const statement = resellerId && statementOf(resellerId, operation, deadline)
    return rpc.call(operation, input, { correlationId: randomUUID(), deadline, ...(statement && { statement }) })
  }
}

/** Creates an account with more credit than a measurement uses. */
async function account(ask) {
  const { createReseller } = require('@nameyard/contracts/access/create-reseller')
  const { topUp } = require('@nameyard/contracts/orders/top-up')
  const contact = { username: `bench-${randomUUID()}`, password: randomUUID(), email: 'bench@example.org' }
  const { resellerId } = await ask(createReseller, { company: 'Bench', currency: 'EUR', contact })
  await ask(topUp, { operator: 'bench', resellerId, currency: 'EUR', amount: '100000000.00', key: 'opening' })
  return resellerId
}

/** Reserves for some seconds on the accounts in turn; returns the answered reservations per second. */
async function reserve(ask, accounts) {
  const { reserveCredit } = require('@nameyard/contracts/orders/reserve-credit')
  const end = now() + seconds * 1000
  let reserved = 0
  const line = async (resellerId) => {
    while (now() < end) {
      await ask(reserveCredit, { orderId: randomUUID(), owner: 'domains', resellerId, charge })
      reserved++
    }
  }
  const start = now()
  await Promise.all(Array.from({ length: inflight }, (_, n) => line(accounts[n % accounts.length])))
  return reserved / ((now() - start) / 1000)
}

const charge = {
  objectType: 'domain',
  action: 'create',
  subject: 'example.com',
  quantity: 1,
  currency: 'EUR',
  amount: 1079,
  discount: 0,
  product: { currency: 'USD', amount: 1044 },
}

/** Runs a function while the row of an account is locked and a reservation waits for it. */
async function besideWait(databaseUrl, ask, held, run) {
  const { reserveCredit } = require('@nameyard/contracts/orders/reserve-credit')
  const holder = new Client({ connectionString: databaseUrl, options: '-c search_path=orders' })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from ledger_account where reseller_id = $1 for update', [held])
  const waiting = ask(reserveCredit, { orderId: randomUUID(), owner: 'domains', resellerId: held, charge })
  const rate = await run()
  await holder.query('rollback')
  await holder.end()
  await waiting
  return rate
}

function report(rates) {
  const one = median(rates['one account'])
  const rows = Object.entries(rates).map(([name, taken]) => ({
    reserving: name,
    'per second': median(taken).toFixed(0),
    range: `${Math.min(...taken).toFixed(0)}-${Math.max(...taken).toFixed(0)}`,
    'x of one account': (median(taken) / one).toFixed(2),
    aim: median(taken) >= AIM.perSecond ? 'met' : 'missed',
  }))
  console.log(`\nreservations, ${inflight} at once, ${rounds} rounds of ${seconds} s\n`)
  printTable(rows)
}

/** Adds `wanted` ledger entries to an account in SQL, two for each correction. */
async function age(sql, resellerId, wanted) {
  await sql.query('begin')
  // The triggers are off: the verification at the end checks all transactions at once.
  await sql.query('set local session_replication_role = replica')
  await sql.query(
    `with moved as (
       insert into ledger_transaction (reseller_id, kind, key, moved_at)
       select $1, 'correction', 'past ' || n, now() - n * interval '1 second' from generate_series(1, $2::integer) n
       returning id
     )
     insert into ledger_entry (transaction_id, reseller_id, account, amount)
     select id, $1, side.account, side.amount
     from moved cross join (values ('available', -1), ('corrections', 1)) as side (account, amount)`,
    [resellerId, Math.ceil(wanted / 2)],
  )
  await sql.query(
    'update ledger_account set available = available - $2, corrections = corrections + $2 where reseller_id = $1',
    [resellerId, Math.ceil(wanted / 2)],
  )
  await sql.query('commit')
  await sql.query('vacuum analyze ledger_entry, ledger_transaction, ledger_account')
}

/** Measures the balance of an account with many entries, and of one with only those of this measurement. */
async function balances(sql, ask, old, young) {
  const { getReseller } = require('@nameyard/contracts/orders/get-reseller')
  const rows = []
  for (const [account, resellerId] of Object.entries({ old, young })) {
    const { rows: counted } = await sql.query(
      'select count(*)::integer as entries from ledger_entry where reseller_id = $1',
      [resellerId],
    )
    const statement = await timed(() =>
      sql.query({
        name: 'balance',
        text: 'select available, reserved from ledger_account where reseller_id = $1',
        values: [resellerId],
      }),
    )
    const asked = await timed(() => ask(getReseller, {}, resellerId))
    const isMet = statement.p99 <= AIM.balanceMs && asked.p50 <= AIM.balanceMs
    rows.push({
      account,
      entries: counted[0].entries,
      'statement p50 ms': statement.p50.toFixed(2),
      'p99 ms': statement.p99.toFixed(2),
      'resellers.get p50 ms': asked.p50.toFixed(2),
      'p99 ms ': asked.p99.toFixed(2),
      aim: isMet ? 'met' : 'missed',
    })
  }
  console.log(`\nbalance, ${reads} reads one after the other\n`)
  printTable(rows)
}

async function timed(read) {
  for (let n = 0; n < reads / 10; n++) await read()
  const taken = []
  for (let n = 0; n < reads; n++) {
    const start = performance.now()
    await read()
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  return { p50: median(taken), p99: taken[Math.ceil(taken.length * 0.99) - 1] }
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
