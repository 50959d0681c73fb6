/**
 * `npm run bench <part...>`: measures the platform, the peers and the limits of each path in one run, in turn.
 *
 *   read      a read by id and a list of 100: requests per second by connections, CPU time by process
 *   latency   the distribution of the times of a read, and reads beside logins
 *   traces    reads per second and CPU time of a read, with traces and without
 *   write     a customer with validation, idempotency and audit, against pgbench with the same statements
 *   order     an order until the domain is active, against the registry asked directly and two commits
 *   dns       changes and answers of zones, against PowerDNS and Knot
 *   lists     pages and counts of very large accounts
 *   growth    cost by the size of an account
 *   start     the start of the whole platform, and its memory
 *   all       all of these, one after the other
 *   soak      memory over time under load; 30 minutes unless --seconds says otherwise
 *
 * Every part starts its own processes, database and broker. It prints tables, with targets met or missed.
 *
 * DATABASE_URL       a PostgreSQL server whose user can create databases
 * AMQP_URL           a RabbitMQ to measure with; default: the embedded broker
 * --rounds 5 --seconds 3   the part `traces` has 20 rounds of 1 second
 * --warm 2           seconds of load before the first round, not measured
 * --rows 1000000     rows of the largest tables
 * --only TEXT        lists: only the shapes whose name contains it
 * --json FILE        writes the results, and keeps those of other parts in the file
 * --render           renders docs/performance.md from the file; its default is docs/performance/results.json
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './processes.mjs'
import { formatted, resultsIn, writePage } from './report/page.mjs'
import { figureTables, groupRows, tableOf, verdictRows } from './report/tables.mjs'
import { measuredBroker, measuredDatabase } from './servers.mjs'

const ALL = ['read', 'latency', 'traces', 'write', 'order', 'dns', 'lists', 'growth', 'start']

const known = readdirSync(new URL('parts/', import.meta.url)).map((file) => file.replace('.mjs', ''))
const docs = fileURLToPath(new URL('../../docs', import.meta.url))

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    warm: { type: 'string', default: '2' },
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    json: { type: 'string' },
    render: { type: 'boolean', default: false },
  },
})
const asked = positionals.flatMap((name) => (name === 'all' ? ALL.filter((each) => known.includes(each)) : [name]))
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0 || (asked.length === 0 && !given.render)) {
  console.error(`Name what to measure: ${[...ALL, 'all', 'soak'].join(', ')}.`)
  process.exit(1)
}
const file = given.json ?? (given.render ? `${docs}/performance/results.json` : undefined)

/** Measures one part, and ends everything that it has started. */
async function measure(name) {
  const { title, measure: run, rounds = 5, seconds = 3 } = await import(`./parts/${name}.mjs`)
  const closers = []
  const onClose = (close) => closers.unshift(close)
  const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const options = {
    rounds: Number(given.rounds ?? rounds),
    seconds: Number(given.seconds ?? seconds),
    warm: Number(given.warm),
    rows: Number(given.rows),
    only: given.only,
  }
  try {
    const began = new Date(performance.timeOrigin + performance.now())
    const { figures, series = [], notes = [] } = await run({ ...options, server, onClose })
    const machine = {
      date: began.toISOString().slice(0, 10),
      rounds: options.rounds,
      'seconds of each': options.seconds,
      processor: cpus()[0].model.trim(),
      cores: availableParallelism(),
      memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
      node: process.version,
      PostgreSQL: await measuredDatabase(server),
      broker: await measuredBroker(),
      'load average': loadavg()[0].toFixed(1),
    }
    return { title, notes, run: machine, figures, series }
  } finally {
    for (const close of closers) await close()
  }
}

function print({ title, notes, run, figures }) {
  console.log(
    `\n${title}: ${Object.entries(run)
      .map((pair) => pair.join(' '))
      .join(', ')}\n`,
  )
  const single = figures.filter(({ group }) => group === undefined)
  const grouped = figures
    .filter(({ group }) => group !== undefined)
    .map((figure) => ({ ...figure, name: `${figure.group} ${figure.name}` }))
  const tables = [
    ...figureTables(single),
    ...[
      verdictRows(single),
      groupRows(figures),
      verdictRows(grouped).filter(({ outcome }) => outcome.startsWith('missed')),
    ]
      .filter((rows) => rows.length > 0)
      .map(tableOf),
  ]
  for (const table of tables) console.log(`${table.join('\n')}\n`)
  for (const note of notes) console.log(note)
}

/** Five significant digits: more are noise. */
const short = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)

async function store(name, result) {
  const parts = { ...resultsIn(file).parts, [name]: result }
  const ordered = Object.fromEntries(
    [...ALL, 'soak'].filter((each) => each in parts).map((each) => [each, parts[each]]),
  )
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await formatted(file, JSON.stringify({ parts: ordered }, short)))
}

if (asked.length > 0) await build()
for (const name of asked) {
  const result = await measure(name)
  print(result)
  if (file) await store(name, result)
}
if (given.render) await writePage(docs, resultsIn(file))
