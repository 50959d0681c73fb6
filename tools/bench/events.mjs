/**
 * `node tools/bench/events.mjs`: how many account events a second one process adds to the logs, and the CPU time of each.
 *
 *   publish   until the broker has confirmed all events
 *   add       until all are in the logs, from the first message on
 *
 * The events are of --objects objects of 20 accounts, each after the one of its object before it, and a tenth of them is
 * published late. Service, broker and PostgreSQL share the machine. Aim: 1000 events a second.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * AMQP_URL          the broker; default: an embedded one
 * --rounds 3 --events 20000 --objects 1000
 */
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { eventsOf, publisherOf } from './account-events.mjs'
import { backendsOf, build, startChild, withCpu } from './processes.mjs'
import { printTable } from './report/tables.mjs'
import { ownBroker, ownDatabase } from './servers.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    events: { type: 'string', default: '20000' },
    objects: { type: 'string', default: '1000' },
  },
})
const [rounds, events, objects] = ['rounds', 'events', 'objects'].map((key) => Number(given[key]))
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM = 1000
const SERVICE = 'events'
const ACCOUNTS = 20
/** Characters of a state, as many as a domain has. */
const STATE = 1_500

const closers = []
const onClose = (close) => closers.unshift(close)

const log = eventsOf(STATE)

/** The next event of an object. */
const next = (object) => log.next(1 + (object % ACCOUNTS), object)

async function main() {
  await build()
  const { migrate } = require('@nameyard/persistence/migrate')
  const { service } = require(`@nameyard/${SERVICE}/service`)
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  await migrate(databaseUrl, { service: SERVICE, folders: service.migrations })
  const child = startChild(`../../apps/${SERVICE}/dist/main.js`, { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl })
  onClose(() => child.stop())
  await child.says('ready')
  const sql = new Client({ connectionString: databaseUrl, options: '-c search_path=events' })
  await sql.connect()
  onClose(() => sql.end())
  const publish = await publisherOf(amqpUrl, onClose)

  let total = 0
  const round = async (count) => {
    const made = Array.from({ length: count }, (_, at) => next(at % objects))
    const late = made.filter((_, at) => at % 10 === 0)
    const ordered = [...made.filter((_, at) => at % 10 !== 0), ...late]
    const processes = { events: [child.pid], PostgreSQL: await backendsOf(databaseUrl) }
    const begun = performance.now()
    const { result, cpu } = await withCpu(processes, async () => {
      await publish(ordered)
      const published = performance.now()
      total += count
      while ((await inLogs(sql)) < total) await pause(20)
      return { published, added: performance.now() }
    })
    const perSecond = (until) => Math.round((count / (until - begun)) * 1_000)
    return {
      'published a second': perSecond(result.published),
      'added a second': perSecond(result.added),
      'service µs of CPU each': Math.round((cpu.events / count) * 1e6),
      'PostgreSQL µs of CPU each': Math.round((cpu.PostgreSQL / count) * 1e6),
      aim: perSecond(result.added) >= AIM ? 'met' : 'missed',
    }
  }
  // The warm-up of the JIT compilers is not measured.
  await round(Math.ceil(events / 4))
  const rows = []
  for (let at = 0; at < rounds; at++) rows.push({ round: at + 1, ...(await round(events)) })
  console.log(`\n${events} events of ${objects} objects, a tenth of them late\n`)
  printTable(rows)
  const { rows: gaps } = await sql.query(
    `select account from account_log l
     where last_sequence <> (select count(*) from account_event e where e.account = l.account)`,
  )
  if (gaps.length > 0) throw new Error(`the logs of ${gaps.map(({ account }) => account)} have gaps`)
  console.log(`\nno log has a gap; load average ${loadavg()[0].toFixed(1)}`)
}

const inLogs = async (sql) => {
  const { rows } = await sql.query('select coalesce(sum(last_sequence), 0)::integer as count from account_log')
  return rows[0].count
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
