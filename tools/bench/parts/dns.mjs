import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, knotServer, platformServer, powerdnsServer, zoneFileOf } from '../dns-contenders.mjs'
import { dnsperf } from '../dnsperf.mjs'
import { findPgbench, pgbench } from '../pgbench.mjs'
import { isInstalled, withCpu } from '../processes.mjs'
import { median } from '../report/figures.mjs'
import { cpuOf, inTurn, valuesOf } from '../rounds.mjs'

const require = createRequire(import.meta.url)

export const title = 'DNS'

/** Clients that add records, each to its own zone. */
const CLIENTS = 8

/** Times that a large zone is read, replaced and imported in each round. */
const REPEATS = 5

/** Changes of zones, reads of a large zone, and answers to queries. */
export async function measure(context) {
  const { rounds, seconds, warm, rows } = context
  const large = Math.min(10_000, Math.ceil(rows / 100))
  const replaced = Math.min(1000, Math.ceil(rows / 1000))
  const missing = []
  const has = async (command, ...args) => {
    const found = await isInstalled(command, ...args)
    if (!found) missing.push(command)
    return found
  }
  const servers = { platform: await platformServer(context) }
  if (await has('pdns_server', '--version')) servers.PowerDNS = await powerdnsServer(context)
  const writers = Object.keys(servers)
  for (const [name, server] of Object.entries(servers)) {
    await server.make('large', large)
    await server.make('replaced', replaced)
    for (let round = 0; round <= rounds; round++)
      for (let client = 0; client < CLIENTS; client++) await server.make(`z${round}-${client}`, 1)
    // The warm-up of the JIT compilers is not measured.
    await add(server, rounds, warm)
    for (let at = 0; at < REPEATS; at++) await server.read('large')
    await server.load(`warm-${name.toLowerCase()}`, zoneFileOf(`warm-${name.toLowerCase()}`, large))
  }

  const command = await findPgbench()
  if (!command) missing.push('pgbench')
  const committed = command && (await committer(servers.platform.databaseUrl, command))
  const adders = command ? [...writers, COMMIT] : writers
  const adds = await inTurn(rounds, adders, (name, round) =>
    name === COMMIT ? committed(seconds) : add(servers[name], round, seconds),
  )
  const reads = await inTurn(rounds, writers, (name) => timed(() => servers[name].read('large')))
  let turn = 0
  const replaces = await inTurn(rounds, writers, (name) =>
    timed(() => servers[name].replace('replaced', replaced, turn++ % 256)),
  )
  let imports = 0
  const imported = await inTurn(rounds, writers, (name) =>
    timed(() => {
      const zone = `import-${imports++}`
      return servers[name].load(zone, zoneFileOf(zone, large))
    }),
  )

  let queried = {}
  if ((await has('dnsperf', '-h')) && (await has('taskset', '--version'))) {
    if (await has('knotd', '--version')) servers.Knot = await knotServer(context, 'large', large)
    queried = await measureAnswers(servers, large, context)
  }
  return {
    figures: [
      {
        name: `records added, ${CLIENTS} clients`,
        unit: 'changes/s',
        samples: valuesOf(adds, ({ rate }) => rate),
        targets: [{ against: 'PowerDNS', atLeast: 1.5, inRounds: 0.8 }],
      },
      {
        name: `zone of ${large} records read`,
        unit: 'records/s',
        samples: valuesOf(reads, (ms) => large / (ms / 1000)),
        targets: [{ against: 'PowerDNS', atLeast: 1.5 }],
      },
      { name: `${replaced} records in one PUT`, unit: 'ms', samples: replaces, targets: [{ atMost: 50 }] },
      { name: `zone file of ${large} records imported`, unit: 'ms', samples: imported, targets: [{ atMost: 300 }] },
      {
        name: 'queries answered on one core',
        unit: 'queries/s',
        samples: valuesOf(queried, ({ rate }) => rate),
        targets: [{ against: 'Knot', atLeast: 0.5 }],
      },
      { name: 'queries lost meanwhile', unit: '%', samples: valuesOf(queried, ({ lost }) => lost) },
    ],
    series: [
      {
        name: 'cpu',
        title: `CPU time of an added record, by process, ${CLIENTS} clients`,
        y: { label: 'microseconds per change' },
        bars: writers.map((name) => ({ name, parts: cpuOf(adds[name]) })),
      },
    ],
    notes: [
      '`PowerDNS`: PowerDNS Authoritative on LMDB (`nometasync`), by its HTTP API with the same records. It stores; the platform also checks rights, keeps a history and publishes by its outbox.',
      `\`${COMMIT}\`: \`pgbench\` commits one row, with ${CLIENTS} clients: the limit of a change.`,
      `Queries: \`dnsperf\` on one core asks for ${large} names in turn, so that answers come from caches; each name server has one other core and one worker. No name server signs.`,
      ...(missing.length > 0 ? [`Not installed, and therefore left out: ${missing.join(', ')}.`] : []),
    ],
  }
}

const COMMIT = 'commit'

/** Clients that each send the next change after each answer. */
async function add(server, round, seconds) {
  let count = 0
  const begun = performance.now()
  const { cpu } = await withCpu(await server.processes(), () =>
    Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let at = 0; performance.now() < begun + seconds * 1000; at++, count++)
          await server.add(`z${round}-${client}`, at)
      }),
    ),
  )
  const perChange = Object.entries(cpu).map(([name, spent]) => [name, (spent / count) * 1e6])
  return { rate: count / ((performance.now() - begun) / 1000), cpu: Object.fromEntries(perChange) }
}

/** Returns the function that commits one row after the other, by as many clients. */
async function committer(databaseUrl, command) {
  const { Client } = require('pg')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table public.bench_commit (id bigserial primary key, name text not null)')
  await client.end()
  const script = `insert into bench_commit (name) values ('z.example.com');\n`
  return (seconds) => pgbench(command, { databaseUrl, searchPath: 'public', script, clients: CLIENTS, seconds })
}

/** The median milliseconds of an act. */
async function timed(act) {
  const taken = []
  for (let at = 0; at < REPEATS; at++) {
    const begun = performance.now()
    await act()
    taken.push(performance.now() - begun)
  }
  return median(taken)
}

/** Queries per second of each name server. */
async function measureAnswers(servers, count, { rounds, seconds, warm, onClose }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-dnsperf-'))
  onClose(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'queries')
  writeFileSync(file, Array.from({ length: count }, (_, at) => `h${at}.large.com A\n`).join(''))
  for (const { responder } of Object.values(servers)) {
    await answers(responder.dnsPort, `h${count - 1}.large.com`)
    await dnsperf(responder, file, warm)
  }
  return inTurn(rounds, Object.keys(servers), (name) => dnsperf(servers[name].responder, file, seconds))
}
