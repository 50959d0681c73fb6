/**
 * `node tools/bench/capacity.mjs`: how much room each object and each change takes in the database, by requests to the API
 * of a whole platform with the sandbox registry.
 *
 * Each phase makes --objects of one kind, waits until nothing is in progress, vacuums, and compares the sizes of all
 * tables (with indexes) and the position of the write-ahead log with those before. Small numbers of objects are rounded
 * up by pages of 8 KiB: 1,000 objects give a byte or two of error for each table. docs/capacity.md uses the figures.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * AMQP_URL          the broker; default: an embedded one
 * --objects 1000
 */
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { platform } from './platform.mjs'
import { build } from './processes.mjs'
import { ownBroker, ownDatabase } from './servers.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({ options: { objects: { type: 'string', default: '1000' } } })
const objects = Number(given.objects)
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const CONNECTIONS = 8

/** A phase that is still busy after this time has failed. */
const IDLE_MS = 120_000

/** Tables whose rows go within days (docs/retention.md): their size depends on the rate, not on the number of objects. */
const passing = /\.(outbox|inbox\w*|idempotency|audit_arrival|domain_count_change)$/

const closers = []
const onClose = (close) => closers.unshift(close)

async function main() {
  await build()
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const { ask } = await platform(databaseUrl, amqpUrl, onClose, { connections: CONNECTIONS })
  const sql = new Client({ connectionString: databaseUrl })
  await sql.connect()
  onClose(() => sql.end())

  const handles = []
  const names = []
  const ids = []
  const domain = (label) => ({ name: label, extension: 'com' })
  const phases = {
    customer: async (n) => {
      const { handle } = await ask('POST', '/v1/customers', {
        name: { first_name: 'Ada', last_name: `Jansen ${n}` },
        address: { street: 'Keizersgracht', number: String(n), zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
        phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
        email: `ada-${n}@example.com`,
      })
      handles.push(handle)
    },
    domain: async (n) => {
      const owner_handle = handles[n % handles.length]
      const ordered = { domain: domain(`capacity-${n}`), period: 1, owner_handle, ns_group: 'dns-openprovider' }
      const { id } = await ask('POST', '/v1/domains', ordered)
      ids.push(id)
    },
    zone: async (n) => {
      const records = ['', 'www', 'mail'].map((name) => ({ type: 'A', name, value: '192.0.2.1', ttl: 3600 }))
      const mx = { type: 'MX', name: '', value: `mail.capacity-${n}.com`, prio: 10, ttl: 3600 }
      const txt = { type: 'TXT', name: '', value: 'v=spf1 mx -all', ttl: 3600 }
      await ask('POST', '/v1/dns/zones', {
        domain: domain(`capacity-${n}`),
        type: 'master',
        records: [...records, mx, txt],
      })
      names.push(`capacity-${n}.com`)
    },
    renewal: async (n) => void (await ask('POST', `/v1/domains/${ids[n]}/renew`, { id: ids[n], period: 1 })),
    'record change': async (n) => {
      const added = { type: 'A', name: 'shop', value: '192.0.2.2', ttl: 3600 }
      await ask('PUT', `/v1/dns/zones/${names[n]}`, { name: names[n], records: { add: [added] } })
    },
  }

  const grown = {}
  for (const [kind, make] of Object.entries(phases)) {
    const before = await sizes(sql)
    let next = 0
    const client = async () => {
      while (next < objects) await make(next++)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, client))
    await idle(sql)
    const after = await sizes(sql)
    grown[kind] = Object.fromEntries(
      Object.entries(after).map(([table, size]) => [table, (size - (before[table] ?? 0)) / objects]),
    )
  }

  const kinds = Object.keys(phases)
  const rowOf = (name, figures) => ({ bytes: name, ...Object.fromEntries(kinds.map((kind) => [kind, figures(kind)])) })
  const tables = Object.keys(grown[kinds[0]]).filter((table) => table !== 'wal')
  const sumOf = (kind, isMeant) => tables.filter(isMeant).reduce((sum, table) => sum + (grown[kind][table] ?? 0), 0)
  const rounded = (value) => String(Math.round(value))
  const big = tables.filter((table) => !passing.test(table) && kinds.some((kind) => grown[kind][table] >= 100))
  console.log(`\nBytes in the database for each object or change, ${objects} of each\n`)
  printTable([
    ...big.sort().map((table) => rowOf(table, (kind) => rounded(grown[kind][table]))),
    rowOf('all that stays', (kind) => rounded(sumOf(kind, (table) => !passing.test(table)))),
    rowOf('gone within days', (kind) => rounded(sumOf(kind, (table) => passing.test(table)))),
    rowOf('write-ahead log', (kind) => rounded(grown[kind].wal)),
  ])
}

/** The sizes of all tables of services with their indexes, and the bytes of the write-ahead log. */
async function sizes(sql) {
  await sql.query('vacuum analyze')
  const { rows } = await sql.query(
    `select schemaname || '.' || relname as name, pg_total_relation_size(relid)::float as size
     from pg_stat_user_tables where schemaname <> 'sandbox_registry'
     union all select 'wal', pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float`,
  )
  return Object.fromEntries(rows.map(({ name, size }) => [name, size]))
}

/** Waits until no message waits to be sent, no operation is in progress and every zone is published. */
async function idle(sql) {
  const { rows } = await sql.query(
    `select schemaname from pg_stat_user_tables where relname = 'outbox' order by schemaname`,
  )
  const waiting = rows.map(({ schemaname }) => `select from ${schemaname}.outbox`).join(' union all ')
  const end = performance.now() + IDLE_MS
  let calm = 0
  while (calm < 4) {
    if (performance.now() > end) throw new Error(`the platform was not idle after ${IDLE_MS} ms`)
    const busy = await sql.query(
      `select from registry_worker.operation where state not in ('done', 'refused', 'failed')
       union all select from dns.zone where published_version is distinct from version and deleted_at is null
       union all ${waiting} limit 1`,
    )
    calm = busy.rowCount === 0 ? calm + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
