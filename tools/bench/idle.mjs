/**
 * `node tools/bench/idle.mjs`: what registry workers cost while nothing happens, in percent of one core. Aim: 10 workers
 * of 300 accounts together less than 5 %, without the database.
 *
 * Each account has its queues and no work; no session is opened. The measurement begins when the workers have divided the
 * accounts. CPU time is that of /proc, commits and statements are those of PostgreSQL for the database of this run.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * AMQP_URL          the broker; default: an embedded one
 * --accounts 300 --workers 10
 * --seconds 60      how long to measure
 * --warm 10         seconds before the measurement
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { brokerProcess, build, cpuSeconds, startChild } from './processes.mjs'
import { ownBroker, ownDatabase } from './servers.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: {
    accounts: { type: 'string', default: '300' },
    workers: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
    warm: { type: 'string', default: '10' },
  },
})
const [accounts, workers, seconds, warm] = ['accounts', 'workers', 'seconds', 'warm'].map((key) => Number(given[key]))
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM_PERCENT = 5

/** A division of the accounts that takes longer has failed. */
const DIVISION_MS = 60_000

const closers = []
const onClose = (close) => closers.unshift(close)

async function main() {
  await build()
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const pids = await startWorkers(databaseUrl, amqpUrl)
  const broker = await brokerProcess(amqpUrl)
  const sql = new Client({ connectionString: databaseUrl, options: '-c search_path=registry_worker' })
  await sql.connect()
  onClose(() => sql.end())
  const held = await division(sql)
  await pause(warm * 1_000)

  const before = await figures(sql, pids, broker)
  const start = performance.now()
  await pause(seconds * 1_000)
  const after = await figures(sql, pids, broker)
  const elapsed = (performance.now() - start) / 1_000
  const percent = (name) => ((after[name] - before[name]) / elapsed) * 100
  printTable([
    { what: 'CPU of the workers together, % of one core', figure: percent('workers').toFixed(1) },
    { what: 'CPU of each worker', figure: (percent('workers') / workers).toFixed(2) },
    { what: 'CPU of their database sessions', figure: percent('sessions').toFixed(1) },
    { what: 'CPU of the broker', figure: percent('broker').toFixed(1) },
    { what: 'commits a second', figure: ((after.commits - before.commits) / elapsed).toFixed(1) },
    { what: 'accounts of each worker', figure: `${held[0]} to ${held.at(-1)}` },
  ])
  const verdict = percent('workers') < AIM_PERCENT ? 'met' : 'missed'
  console.log(
    `\n${accounts} accounts, ${workers} workers, ${elapsed.toFixed(0)} s, load average ${loadavg()[0].toFixed(1)}: the aim of less than ${AIM_PERCENT} % is ${verdict}`,
  )
}

/** Starts workers that serve all accounts; returns their process ids. */
async function startWorkers(databaseUrl, amqpUrl) {
  const { migrate } = require('@nameyard/persistence/migrate')
  const { service } = require('../../apps/registry-worker/dist/service.js')
  await migrate(databaseUrl, { service: service.name, folders: service.migrations })
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-bench-'))
  onClose(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'password'), 'bench-password')
  const settings = Array.from({ length: accounts }, (_, index) => ({
    account: `idle-${index}`,
    host: '127.0.0.1',
    clientId: 'nameyard',
    passwordFile: 'password',
    maxSessions: 4,
    idleSeconds: 300,
    pollSeconds: null,
    tlds: { [`idle-${index}`]: {} },
  }))
  const file = join(folder, 'accounts.json')
  writeFileSync(file, JSON.stringify({ accounts: settings }))
  const environment = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, REGISTRY_ACCOUNTS_FILE: file }
  const pids = []
  // One after the other: together, many workers take longer than a start may take.
  for (let started = 0; started < workers; started++) {
    const worker = startChild('../../apps/registry-worker/dist/main.js', environment)
    onClose(() => worker.stop())
    await worker.says('ready')
    pids.push(worker.pid)
  }
  return pids
}

/** Waits until the workers have divided all accounts evenly. Returns how many each has, the fewest first. */
async function division(sql) {
  const end = performance.now() + DIVISION_MS
  for (;;) {
    const { rows } = await sql.query(
      `select count(*)::int as held from worker_lease where key like 'work/%' group by worker order by held`,
    )
    const held = rows.map((row) => row.held)
    const all = held.reduce((sum, each) => sum + each, 0)
    if (all === accounts && held.length === workers && held.at(-1) - held[0] <= 2) return held
    if (performance.now() > end) throw new Error(`the workers have ${held.join(', ')} of ${accounts} accounts`)
    await pause(500)
  }
}

/** CPU seconds and commits until now. */
async function figures(sql, pids, broker) {
  const { rows: sessions } = await sql.query(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const { rows } = await sql.query(
    `select xact_commit::int as commits from pg_stat_database where datname = current_database()`,
  )
  return {
    workers: cpuSeconds(pids),
    sessions: cpuSeconds(sessions.map(({ pid }) => pid)),
    broker: cpuSeconds(broker),
    commits: rows[0].commits,
  }
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
