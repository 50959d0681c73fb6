/**
 * `node tools/bench/zones-list.mjs`: the statements of the zone list of a very large account.
 *
 * Fills its own database, then reads pages of 100 with every filter, order and offset, by the statements of the service
 * itself. `page` and `count` are the fastest of several runs in ms: other load on the machine only adds time. `plan` names
 * the indexes. Aims: page 20 ms, count 150 ms.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * --zones 100000 --runs 7
 */
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from './processes.mjs'
import { ownDatabase } from './servers.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: { zones: { type: 'string', default: '100000' }, runs: { type: 'string', default: '7' } },
})
const zones = Number(given.zones)
const runs = Number(given.runs)
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM_MS = { page: 20, count: 150 }
const ACCOUNT = 1

/** 5 % of the zones are secondary (`slave`); the order of changes differs from that of creation. */
const insert = `
insert into zone (reseller_id, name, type, master_address, provider, version, published_version, attempts, next_attempt_at,
  created_at, updated_at)
select $1::integer, substr(md5($1::text || '-' || n), 1, 7) || n || (array['.com', '.nl', '.co.uk'])[1 + n % 3],
  case when n % 20 = 0 then 'slave' else 'master' end, case when n % 20 = 0 then '192.0.2.1' end, 'openprovider', 1, 1, 0,
  now(), timestamptz '2024-01-01' + n * interval '1 minute',
  timestamptz '2026-06-01' + n::bigint * 7919 % 90001 * interval '1 minute'
from generate_series(1, $2::integer) n`

const filters = [
  {},
  { type: 'master' },
  { type: 'slave' },
  { name_pattern: 'ab*' },
  { name_pattern: 'a*' },
  { name_pattern: '*.co.uk' },
  { name_pattern: '*7*' },
  { name_pattern: '*ab*' },
  { name_pattern: '*nothing*' },
  { name_pattern: 'nothing.com' },
  { name_pattern: '*7*', type: 'slave' },
]
const orders = ['creation_date', 'modification_date', 'name']
const frequent = [{ type: 'master' }, { name_pattern: '*7*' }].map((filter) => JSON.stringify(filter))
const placesOf = (filter) => {
  if (Object.keys(filter).length === 0) return [0, zones / 2, zones - 500]
  return frequent.includes(JSON.stringify(filter)) ? [0, zones / 4] : [0]
}
const queries = filters.flatMap((filter) =>
  orders.flatMap((order) =>
    placesOf(filter).map((offset) => ({
      ...filter,
      order_by: { [order]: 'desc' },
      ...(offset > 0 && { offset }),
    })),
  ),
)

const closers = []

async function main() {
  await build()
  const { service } = require('@nameyard/dns/service')
  const { migrate } = require('@nameyard/persistence/migrate')
  const { ZoneList } = require('../../apps/dns/dist/reading/zone-list.js')

  const url = await ownDatabase(server, (close) => closers.unshift(close))
  await migrate(url, { service: service.name, folders: service.migrations })
  const client = new Client({ connectionString: url, options: '-c search_path=dns' })
  await client.connect()
  closers.unshift(() => client.end())
  for (let account = ACCOUNT; account <= 10; account++)
    await client.query(insert, [account, account === ACCOUNT ? zones : Math.ceil(zones / 10)])
  for (const table of ['zone', 'zone_count']) await client.query(`vacuum analyze ${table}`)

  const rows = []
  for (const query of queries) {
    // These statements read no records: of the platform's own values they need the name servers only.
    const list = new ZoneList(ACCOUNT, { limit: 100, offset: 0, ...query }, { nsHosts: ['ns1.example', 'ns2.example'] })
    rows.push({ query: JSON.stringify(query), ...(await measured(client, list)) })
  }
  console.log(`\n${zones} zones in one account, pages of 100, fastest of ${runs} runs\n`)
  printTable(rows)
  const load = loadavg().map((each) => each.toFixed(1))
  const missed = rows.filter(({ aim }) => aim === 'missed').length
  console.log(`\n${rows.length - missed} of ${rows.length} lists meet their aims; load average ${load.join(' ')}`)
}

/** Both statements of one list, prepared as the service prepares them. */
async function measured(client, list) {
  await client.query('begin')
  const planning = list.planning()
  if (planning) await client.query(planning.text)
  const counting = await fastest(client, list.counting())
  const page = list.page(counting.rows)
  const paging = page && (await fastest(client, page))
  const plan = page ? await indexes(client, page) : ''
  await client.query('rollback')
  return {
    total: list.total(counting.rows),
    'count ms': counting.ms.toFixed(1),
    'page ms': paging?.ms.toFixed(1) ?? '',
    aim: counting.ms > AIM_MS.count || (paging?.ms ?? 0) > AIM_MS.page ? 'missed' : 'met',
    plan,
  }
}

async function fastest(client, { text, values }) {
  let ms = Infinity
  let rows
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    ;({ rows } = await client.query(text, values))
    ms = Math.min(ms, performance.now() - start)
  }
  return { ms, rows }
}

async function indexes(client, { text, values }) {
  const { rows } = await client.query(`explain (format json) ${text}`, values)
  const names = new Set(JSON.stringify(rows).match(/(?<="Index Name":")\w+|Seq Scan/g))
  names.delete('zone_pkey')
  return [...names].join(' ')
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
