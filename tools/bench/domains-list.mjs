/**
 * `node tools/bench/domains-list.mjs`: the statements of the domain list of a very large account.
 *
 * Fills its own database, then reads pages of 100 with every filter, order and offset, by the statements of the service
 * itself. `page` and `count` are the fastest of several runs in ms: other load on the machine only adds time. `plan` names
 * the indexes. Aims: page 20 ms, page in the middle of a list 150 ms, count 150 ms. Missed aims are marked, and counted at
 * the end. For comparison it prints how long counting all domains of the account takes: 60 ms on an idle machine.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * --domains 1000000 --runs 3 --only '{"domain_name_pattern":"anna*"}'
 */
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { fillDomains } from './domains-data.mjs'
import { build } from './processes.mjs'
import { ownDatabase } from './servers.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: {
    domains: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const domains = Number(given.domains)
const runs = Number(given.runs)
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM_MS = { page: 20, pageInTheMiddle: 150, count: 150 }

const [end, middle] = [domains - 500, domains / 2]
const filters = [
  {},
  { status: 'ACT' },
  { status: 'REQ' },
  { status: 'DEL' },
  { status: 'FAI' },
  { status_not_equal: ['ACT'] },
  { status_not_equal: ['DEL', 'FAI'] },
  { queue_status: 'new' },
  { queue_status: 'trade' },
  { queue_status: 'transfer' },
  { queue_status: 'transferOut' },
  { queue_status: 'renew' },
  { extension: 'com' },
  { extension: 'lu' },
  { extension: 'museum' },
  { full_name: 'nothing.com' },
  { domain_names: ['nothing.com', 'nothing.nl'] },
  { domain_name_pattern: 'nothing' },
  { domain_name_pattern: 'a*' },
  { domain_name_pattern: 'ab*' },
  { domain_name_pattern: 'abel*' },
  { domain_name_pattern: '*e*' },
  { domain_name_pattern: '*rst*' },
  { domain_name_pattern: '*y1' },
  { domain_name_pattern: '*q*z*' },
  { ns_group_pattern: 'dns-openprovider' },
  { ns_group_pattern: 'dns*' },
  { ns_group_pattern: '*' },
  { ns_group_pattern: '*o*' },
  { ns_group_pattern: 'group-*' },
  { ns_group_pattern: 'GROUP-48-1' },
  { ns_group_pattern: 'group-1*' },
  { contact_handle: 'TE100000-NL' },
  { contact_handle: 'AD100000-NL' },
  { contact_handle: 'AD100007-NL' },
  { contact_handle: 'OW100007-NL' },
  { comment_pattern: 'imported*' },
  { comment_pattern: '*list 78 *' },
  { comment_pattern: '*project 4999' },
  { comment_pattern: '*long long*' },
  { comment_pattern: '*o*' },
  { renewal_date: '2027-03-01' },
  { is_deleted: true },
  { is_deleted: true, removal_reason: 'expired' },
  { removal_reason: 'owner' },
]
const orders = [
  'id',
  'domain_name',
  'domain_extension',
  'order_date',
  'active_date',
  'expiration_date',
  'renewal_date',
  'status',
  'transfer_date',
]
const both = { domain_extension: 'asc', domain_name: 'asc' }
const queries = [
  ...filters,
  ...orders.flatMap((order) => [
    { order_by: { [order]: 'asc' } },
    { order_by: { [order]: 'desc' } },
    { order_by: { [order]: 'asc' }, offset: end },
    { order_by: { [order]: 'asc' }, offset: middle },
  ]),
  { order_by: both },
  { order_by: both, offset: middle },
  { order_by: { ...both, domain_name: 'desc' }, offset: middle },
  { order_by: { domain_name: 'asc', domain_extension: 'asc' } },
  { status: 'ACT', offset: middle },
  { extension: 'com', offset: Math.floor(domains / 6) },
  { ns_group_pattern: 'dns*', offset: Math.floor(domains / 4) },
  { contact_handle: 'AD100000-NL', offset: Math.floor(domains / 3) },
  { is_deleted: true, offset: Math.floor(domains / 40) },
  { status: 'ACT', order_by: { expiration_date: 'asc' } },
  { extension: 'nl', order_by: { domain_name: 'asc' } },
  { extension: 'nl', domain_name_pattern: 'ab*' },
  { status: 'ACT', domain_name_pattern: '*rst*' },
  { domain_name_pattern: 'ab*', order_by: { renewal_date: 'asc' } },
  { extension: 'com', status: 'ACT', order_by: { expiration_date: 'asc' } },
  { extension: 'com', status: 'ACT', order_by: { expiration_date: 'asc' }, offset: Math.floor(domains / 7) },
  { extension: 'com', order_by: { status: 'asc', domain_name: 'asc' } },
  { status: 'ACT', order_by: { expiration_date: 'asc' }, offset: middle },
  { status: 'ACT', order_by: { domain_name: 'asc' }, offset: middle },
  { status: 'ACT', domain_name_pattern: '*e*', order_by: { expiration_date: 'asc' } },
  { domain_name_pattern: '*e*', order_by: { status: 'asc' } },
  { domain_name_pattern: '*e*', order_by: { renewal_date: 'asc' }, offset: Math.floor(domains / 3) },
  { order_by: { expiration_date: 'asc', domain_name: 'asc' }, offset: middle },
  { ns_group_pattern: 'dns-openprovider', status: 'ACT', order_by: { expiration_date: 'asc' } },
  { contact_handle: 'AD100000-NL', status: 'ACT', order_by: { expiration_date: 'asc' } },
  { comment_pattern: '*o*', domain_name_pattern: '*e*' },
  { comment_pattern: 'imported*', status: 'ACT', order_by: { expiration_date: 'asc' } },
  { renewal_date: '2027-03-01', status: 'ACT', order_by: { domain_name: 'asc' } },
]

const closers = []

async function main() {
  await build()
  const { service } = require('@nameyard/domains/service')
  const { migrate } = require('@nameyard/persistence/migrate')
  const { DomainList } = require('../../apps/domains/dist/reading/domain-list.js')

  const url = await ownDatabase(server, (close) => closers.unshift(close))
  await migrate(url, { service: service.name, folders: service.migrations })
  const client = new Client({ connectionString: url, options: '-c search_path=domains' })
  await client.connect()
  closers.unshift(() => client.end())
  const account = await fillDomains(client, domains)
  const rows = []
  for (const query of given.only === undefined ? queries : [JSON.parse(given.only)]) {
    const list = new DomainList(account, { limit: 100, offset: 0, ...query })
    rows.push({ query: JSON.stringify(query), ...(await measured(client, list)) })
  }
  const { rows: stored } = await client.query(
    `select reltuples::float as domains, pg_total_relation_size(oid)::float as bytes from pg_class where oid = 'domain'::regclass`,
  )
  const each = Math.round(stored[0].bytes / stored[0].domains)
  console.log(
    `\n${domains} domains in one account, ${each} bytes each with all indexes; pages of 100, fastest of ${runs} runs\n`,
  )
  printTable(rows)
  const text = 'select count(*) from domain where reseller_id = $1 and deleted_at is null'
  const { ms } = await fastest(client, { text, values: [account] })
  console.log(`\nall numbers of the account are counted in ${ms.toFixed(0)} ms`)
  const missed = rows.filter(({ aim }) => aim === 'missed').length
  const load = loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
  console.log(`${rows.length - missed} of ${rows.length} lists meet their aims; load average ${load}`)
}

/** The statements of one list, prepared as the service prepares them. */
async function measured(client, list) {
  const isInTheMiddle = list.offset > 0 && list.offset < end
  const lookup = list.lookup()
  if (lookup) {
    const { ms, rows } = await fastest(client, lookup)
    const isSlow = ms > AIM_MS.page
    return { total: rows[0].total, 'count ms': '', 'page ms': ms.toFixed(1), aim: verdict(isSlow), plan: '' }
  }
  await client.query('begin')
  const planning = list.planning()
  if (planning) await client.query(planning.text)
  const counting = await fastest(client, list.counting())
  const page = list.page(counting.rows)
  const paging = page && (await fastest(client, page))
  const plan = page ? await indexes(client, page) : ''
  await client.query('rollback')
  const pageAim = isInTheMiddle ? AIM_MS.pageInTheMiddle : AIM_MS.page
  return {
    total: counting.rows.reduce((sum, { domains }) => sum + domains, 0),
    'count ms': counting.ms.toFixed(1),
    'page ms': paging?.ms.toFixed(1) ?? '',
    aim: verdict(counting.ms > AIM_MS.count || (paging?.ms ?? 0) > pageAim),
    plan,
  }
}

const verdict = (isSlow) => (isSlow ? 'missed' : 'met')

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
  names.delete('domain_pkey')
  return [...names].join(' ')
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
