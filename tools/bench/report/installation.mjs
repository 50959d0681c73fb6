/** The arithmetic of a large installation, from measured costs. Its result is a part of `docs/performance.md`. */
import { median, rounded } from './figures.mjs'
import { tableOf } from './tables.mjs'

/** What is assumed. Prices are those of rented machines, in euros a month; put yours in. */
const DOMAINS = 10_000_000
const RESELLERS = 100_000
const REQUESTS = 1000
const MIX = [
  { request: 'read by id', share: 0.8, of: (costs) => costs.read },
  { request: 'list of 100', share: 0.15, of: (costs) => costs.list },
  { request: 'write', share: 0.04, of: (costs) => costs.write },
  { request: 'order of a domain', share: 0.01, of: (costs) => costs.order },
]
const BUSY = 0.5
const PRICES = { core: 12, memory: 3, disk: 0.1 }

/** From docs/capacity.md: the database after two years, the archive of a day, and memory that holds the hot rows. */
const DISK_GB = 287
const ARCHIVE_GB_A_DAY = 1.1
const DATABASE_MEMORY_GB = 64
const ARCHIVED_DAYS = 30

/** The default of `DATABASE_POOL`, and the connection that watches the database. */
const CONNECTIONS = 8 + 1

/** At least two processes of each kind, so that a machine may fail. */
const REPLICAS = 2

/** One core of a process of Node; a second one helps only its garbage collection. */
const CORES_OF_A_PROCESS = 1

/** The largest database server that is easy to rent. */
const LARGE_SERVER_CORES = 64

/** The registry of an order is another company's. */
const ELSEWHERE = new Set(['sandbox-registry'])

/** Processes that are not divided by adding more of them. */
const SINGLE = 'PostgreSQL'
const BROKER = 'broker'

/** Microseconds of CPU time by process. */
const costOf = (part, name) => part?.series.find((each) => each.name === name)?.bars?.[0]?.parts

/** Returns the section as Markdown blocks; none while a part that it needs was not measured. */
export function installationOf({ parts }) {
  const costs = {
    read: costOf(parts.read, 'cpu'),
    list: costOf(parts.read, 'list-cpu'),
    write: costOf(parts.write, 'cpu'),
    order: costOf(parts.order, 'cpu'),
    login: costOf(parts.latency, 'login-cpu'),
  }
  const bytes = parts.read?.figures.filter(({ unit }) => unit === 'bytes')
  if (Object.values(costs).includes(undefined) || bytes.length < 2 || !parts.start) return []

  const loads = [
    ...MIX.map(({ request, share, of }) => ({ request, rate: share * REQUESTS, cost: of(costs) })),
    { request: 'login, one a day for each reseller', rate: RESELLERS / 86_400, cost: costs.login },
  ]
  const busy = busyCores(loads)
  const processes = processesFor(busy, parts.start)
  return [
    '## A large installation, by arithmetic',
    `${REQUESTS.toLocaleString('en')} requests a second in the busiest hour, ${DOMAINS.toLocaleString('en')} domains, ${RESELLERS.toLocaleString('en')} resellers. No such installation was measured: these are the costs of one request on this machine (above), multiplied. Assumed are the mix of requests, ${BUSY * 100} % use of each core in the busiest hour, and the prices.`,
    tableOf(loads.map(rowOfLoad)).join('\n'),
    tableOf([...processes.map(rowOfProcess), sumOf(processes)]).join('\n'),
    tableOf(roomRows(processes, bytes)).join('\n'),
    tableOf(costRows(processes)).join('\n'),
    bottleneck(busy),
  ]
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0)

const rowOfLoad = ({ request, rate, cost }) => {
  const micros = sum(
    Object.entries(cost)
      .filter(([name]) => !ELSEWHERE.has(name))
      .map(([, each]) => each),
  )
  return {
    request,
    'a second': rounded(rate),
    'CPU of each': `${rounded(micros / 1000)} ms`,
    'busy cores': rounded((rate * micros) / 1e6),
  }
}

/** Cores that are busy, by process. */
function busyCores(loads) {
  const busy = {}
  for (const { rate, cost } of loads)
    for (const [name, micros] of Object.entries(cost))
      if (!ELSEWHERE.has(name)) busy[name] = (busy[name] ?? 0) + (rate * micros) / 1e6
  return busy
}

function processesFor(busy, start) {
  const memory = (name) => {
    const found = start.figures.find((figure) => figure.name === `memory of the process ${name} at rest`)
    return found && median(found.samples.platform) / 1000
  }
  return Object.entries(busy).map(([name, cores]) => {
    const needed = cores / BUSY
    if (name === SINGLE) return { name, busy: cores, cores: Math.ceil(needed), count: 2, memory: DATABASE_MEMORY_GB }
    if (name === BROKER) return { name, busy: cores, cores: Math.max(1, Math.ceil(needed)), count: 3, memory: 2 }
    const count = Math.max(REPLICAS, Math.ceil(needed / CORES_OF_A_PROCESS))
    return { name, busy: cores, cores: CORES_OF_A_PROCESS, count, memory: memory(name) ?? 0.12, isService: true }
  })
}

const rowOfProcess = ({ name, busy, cores, count, memory }) => ({
  process: name,
  'busy cores': rounded(busy),
  processes: count,
  'cores of each': cores,
  'memory of each': `${rounded(memory)} GB`,
})

const totalOf = (processes) => ({
  cores: sum(processes.map(({ cores, count }) => cores * count)),
  memory: sum(processes.map(({ memory, count }) => memory * count)),
})

const sumOf = (processes) => {
  const { cores, memory } = totalOf(processes)
  return {
    process: '**all**',
    'busy cores': rounded(sum(processes.map(({ busy }) => busy))),
    processes: sum(processes.map(({ count }) => count)),
    'cores of each': `together ${cores}`,
    'memory of each': `together ${rounded(memory)} GB`,
  }
}

function roomRows(processes, bytes) {
  const services = processes.filter(({ name, isService }) => isService && name !== 'gateway')
  const connections = sum(services.map(({ count }) => count)) * CONNECTIONS
  const answers = sum(bytes.map(({ samples }, at) => median(samples.platform) * MIX[at].share * REQUESTS))
  const row = (what, calculation, result) => ({ what, calculation, result })
  return [
    row(
      'connections to the database',
      `${sum(services.map(({ count }) => count))} processes × ${CONNECTIONS}, and a fifth in reserve`,
      String(Math.ceil(connections / 0.8)),
    ),
    row(
      'disk of the database',
      '[ten million domains](capacity.md#ten-million-domains-by-arithmetic)',
      `${DISK_GB} GB`,
    ),
    row('archive', `${ARCHIVE_GB_A_DAY} GB × ${ARCHIVED_DAYS} days`, `${rounded(ARCHIVE_GB_A_DAY * ARCHIVED_DAYS)} GB`),
    row(
      'network to clients',
      MIX.slice(0, bytes.length)
        .map(({ share }, at) => `${rounded(share * REQUESTS)} × ${rounded(median(bytes[at].samples.platform))}`)
        .join(' + ') + ' bytes',
      `${rounded((answers * 8) / 1e6)} Mbit/s`,
    ),
    row(
      'network inside',
      'an answer passes the database, the broker twice, and the gateway',
      `${rounded((answers * 8 * 4) / 1e6)} Mbit/s`,
    ),
  ]
}

function costRows(processes) {
  const { cores, memory } = totalOf(processes)
  const disk = DISK_GB * 2 + ARCHIVE_GB_A_DAY * ARCHIVED_DAYS
  const millions = DOMAINS / 1e6
  const amounts = [
    ['cores', cores, PRICES.core],
    ['GB of memory', memory, PRICES.memory],
    ['GB of disk, database twice', disk, PRICES.disk],
  ].map(([what, amount, price]) => ({ what, amount, price, cost: amount * price }))
  const total = sum(amounts.map(({ cost }) => cost))
  return [
    ...amounts.map(({ what, amount, price, cost }) => ({
      what,
      amount: rounded(amount),
      'assumed price a month': `${price.toFixed(2)} EUR`,
      'a month': `${rounded(cost)} EUR`,
      'for each million domains': `${rounded(cost / millions)} EUR`,
    })),
    {
      what: '**all**',
      amount: '',
      'assumed price a month': '',
      'a month': `${rounded(total)} EUR`,
      'for each million domains': `**${rounded(total / millions)} EUR**`,
    },
  ]
}

/** The process that more of the same kind do not help, and the layout that divides it. */
function bottleneck(busy) {
  const most = (LARGE_SERVER_CORES * BUSY * REQUESTS) / busy[SINGLE]
  return `**The first bottleneck is PostgreSQL**: it is the only part that is not divided by starting more of it. It is busy with ${rounded(busy[SINGLE])} cores here, so a server of ${LARGE_SERVER_CORES} cores carries about ${Number(most.toPrecision(2)).toLocaleString('en')} requests a second of this mix. The layout that removes it: no service reads the tables of another, so give each service a server of its own (\`DATABASE_URL\` of each), \`customers\` first, which every token and most reads use. Gateways, services and workers are divided by starting more of them ([scale](operate/scale.md)); the broker carries one queue for each service and registry account, which a cluster spreads over its nodes. What no layout divides is the answer time of a registry: an account carries its sessions divided by that time.`
}
