/**
 * `node tools/bench/dns.mjs`: changes and reads of zones, compared with PowerDNS Authoritative on its LMDB store.
 *
 *   add one record    8 clients, each with its own zone: a PUT here, a PATCH of one RRset at PowerDNS
 *   read a zone       10,000 records, one client
 *   replace           1,000 records in one PUT
 *
 * Gateway, customers, dns and PowerDNS are separate processes. The rounds alternate, so that other load on the machine
 * affects both. Compare figures of the same run only. Aims: at least as many changes and records read per second as
 * PowerDNS, and a replacement in 100 ms.
 *
 * DATABASE_URL       a PostgreSQL server whose user can create databases
 * AMQP_URL           the broker; default: an embedded one
 * --rounds 3 --seconds 3 --large 10000 --replaced 1000
 * --reads 10         reads of the large zone per round
 */
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createAccount } from './data.mjs'
import { brokerProcess, build, cpuSeconds, freePort, startChild } from './processes.mjs'
import { ownBroker, ownDatabase, ownPowerdns } from './servers.mjs'
import { median } from './report/figures.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    large: { type: 'string', default: '10000' },
    replaced: { type: 'string', default: '1000' },
    reads: { type: 'string', default: '10' },
  },
})
const [rounds, seconds, large, replacedAtOnce, reads] = ['rounds', 'seconds', 'large', 'replaced', 'reads'].map((key) =>
  Number(given[key]),
)
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const CLIENTS = 8

const closers = []
const onClose = (close) => closers.unshift(close)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const a = (name, value) => ({ type: 'A', name, value, ttl: 300 })
const address = (at) => `192.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`

/** Sends a request; returns the text of a successful response and throws for any other. */
function ask(port, method, path, headers, body) {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const length = bytes === undefined ? {} : { 'content-length': bytes.length, 'content-type': 'application/json' }
    const sent = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...length } },
      (answer) => {
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (answer.statusCode < 300) resolve(text)
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 200)}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
}

/** Our platform: creates a zone, adds a record, reads a zone. */
async function platform() {
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const { migrate } = require('@nameyard/persistence/migrate')
  const services = ['customers', 'domains', 'dns'].map((name) => require(`@nameyard/${name}/service`).service)
  for (const { name, migrations } of services) await migrate(databaseUrl, { service: name, folders: migrations })
  const [port, dnsPort] = [await freePort(), await freePort()]
  const unlimited = { REQUESTS_PER_SECOND: '1000000', REQUESTS_BURST: '1000000' }
  const environment = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, LOG_LEVEL: 'info', ...unlimited }
  const gateway = {
    GATEWAY_HTTP_PORT: String(port),
    GATEWAY_REPEAT_SECRET: 'r'.repeat(32),
    GATEWAY_ACCESS_LOG: '/dev/null',
  }
  // The domains service says which account holds a name.
  const settings = { customers: {}, domains: {}, dns: { DNS_PORT: String(dnsPort) }, gateway }
  const children = Object.entries(settings).map(([name, own]) => [
    name,
    startChild(`../../apps/${name}/dist/main.js`, { ...environment, ...own }),
  ])
  for (const [, child] of children) onClose(() => child.stop())
  await Promise.all(children.map(([, child]) => child.says('ready')))
  const broker = await brokerProcess(amqpUrl)
  const own = Object.fromEntries(children.map(([name, { pid }]) => [name, [pid]]))
  const headers = { authorization: `Bearer ${(await createAccount(amqpUrl, `http://127.0.0.1:${port}`)).token}` }
  const path = (zone) => `/v1/dns/zones/${zone}.com`
  return {
    name: 'platform',
    processes: async () => ({ ...own, broker, PostgreSQL: await backendsOf(databaseUrl) }),
    make: (zone, count) => {
      const records = Array.from({ length: count }, (_, at) => a(`h${at}`, address(at)))
      return ask(port, 'POST', '/v1/dns/zones', headers, {
        domain: { name: zone, extension: 'com' },
        type: 'master',
        records,
      })
    },
    add: (zone, at) => ask(port, 'PUT', path(zone), headers, { records: { add: [a(`n${at}`, address(at))] } }),
    read: (zone) => ask(port, 'GET', `${path(zone)}?with_records=1`, headers),
    replace: (zone, round) => {
      const replace = Array.from({ length: replacedAtOnce }, (_, at) =>
        a(`h${at}`, `10.${round}.${at >> 8}.${at & 255}`),
      )
      return ask(port, 'PUT', path(zone), headers, { records: { replace } })
    },
  }
}

/** PowerDNS with the same records. */
async function powerdns() {
  const { pid, port, key } = await ownPowerdns(onClose)
  const headers = { 'x-api-key': key }
  const zones = '/api/v1/servers/localhost/zones'
  const set = (name, content) => ({ name, type: 'A', ttl: 300, changetype: 'REPLACE', records: [{ content }] })
  return {
    name: 'PowerDNS',
    processes: () => ({ PowerDNS: [pid] }),
    make: (zone, count) => {
      const rrsets = Array.from({ length: count }, (_, at) => set(`h${at}.${zone}.com.`, address(at)))
      const body = { name: `${zone}.com.`, kind: 'Native', nameservers: ['ns.example.net.'], soa_edit_api: '', rrsets }
      return ask(port, 'POST', `${zones}?rrsets=false`, headers, body)
    },
    add: (zone, at) =>
      ask(port, 'PATCH', `${zones}/${zone}.com.`, headers, { rrsets: [set(`n${at}.${zone}.com.`, address(at))] }),
    read: (zone) => ask(port, 'GET', `${zones}/${zone}.com.`, headers),
  }
}

/** The PostgreSQL processes of a database. */
async function backendsOf(databaseUrl) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select pid from pg_stat_activity where datname = current_database()')
  await client.end()
  return rows.map(({ pid }) => pid)
}

/**
 * Returns the changes per second of clients that send the next request after each response, and the CPU milliseconds of
 * each process per change.
 */
async function changes(contender, round) {
  const processes = await contender.processes()
  const spent = () => Object.entries(processes).map(([name, pids]) => [name, cpuSeconds(pids)])
  const before = Object.fromEntries(spent())
  const until = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let at = 0; performance.now() < until; at++, count++) await contender.add(`z${round}-${client}`, at)
    }),
  )
  const cpu = Object.fromEntries(spent().map(([name, now]) => [name, ((now - before[name]) / count) * 1000]))
  return { rate: count / seconds, cpu }
}

/** Returns the median time of a request in milliseconds. */
async function timed(times, act) {
  const taken = []
  for (let at = 0; at < times; at++) {
    const begun = performance.now()
    await act(at)
    taken.push(performance.now() - begun)
  }
  return median(taken)
}

async function main() {
  await build()
  const contenders = [await platform(), await powerdns()]
  for (const contender of contenders) {
    await contender.make('large', large)
    for (let round = 0; round <= rounds; round++)
      for (let client = 0; client < CLIENTS; client++) await contender.make(`z${round}-${client}`, 1)
    // The warm-up of the JIT compilers is not measured.
    await changes(contender, rounds)
    for (let at = 0; at < reads / 2; at++) await contender.read('large')
  }
  const [ours] = contenders
  await ours.make('replaced', replacedAtOnce)
  const found = { platform: { adds: [], cpu: [], reads: [] }, PowerDNS: { adds: [], cpu: [], reads: [] } }
  const replaced = []
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const { rate, cpu } = await changes(contender, round)
      found[contender.name].adds.push(rate)
      found[contender.name].cpu.push(cpu)
      found[contender.name].reads.push(large / ((await timed(reads, () => contender.read('large'))) / 1000))
    }
    replaced.push(await timed(5, (at) => ours.replace('replaced', round * 5 + at)))
  }
  const row = (what, figure, aim) => ({ what, platform: figure('platform'), PowerDNS: figure('PowerDNS'), ...aim })
  const rate = (part) => (name) => median(found[name][part]).toFixed(0)
  const cpuOf = (name) => {
    const samples = found[name].cpu
    const each = Object.keys(samples[0]).map((process) => [process, median(samples.map((cpu) => cpu[process]))])
    const sum = each.reduce((all, [, milliseconds]) => all + milliseconds, 0)
    return `${sum.toFixed(2)} ms: ${each.map(([process, ms]) => `${process} ${ms.toFixed(2)}`).join(', ')}`
  }
  const times = (part) => (median(found.platform[part]) / median(found.PowerDNS[part])).toFixed(2)
  console.log(`\n${rounds} rounds of ${seconds} s, load of the machine ${loadavg()[0].toFixed(1)}\n`)
  printTable([
    row('records added per second, 8 clients', rate('adds'), { found: `x ${times('adds')}`, aim: 'x 1.00' }),
    row('records read per second, zone of 10,000', rate('reads'), { found: `x ${times('reads')}`, aim: 'x 1.00' }),
    row(
      `${replacedAtOnce} records replaced in one PUT`,
      (name) => (name === 'platform' ? `${median(replaced).toFixed(0)} ms` : '-'),
      {
        found: `${median(replaced).toFixed(0)} ms`,
        aim: '100 ms',
      },
    ),
  ])
  for (const { name } of contenders) console.log(`CPU of ${name} for one record added: ${cpuOf(name)}`)
}

try {
  await main()
} finally {
  agent.destroy()
  for (const close of closers) await close()
}
