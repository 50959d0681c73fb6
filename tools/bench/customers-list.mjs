/**
 * `node tools/bench/customers-list.mjs`: the statements of the customer list of a very large account.
 *
 * Fills its own database, then reads pages of 100 with every filter, order and offset, by the statements of the service
 * itself. `page` and `count` are the fastest of several runs in ms: other load on the machine only adds time. `plan` names
 * the indexes. Aims: first page 20 ms, count or late page 150 ms. A missed aim is marked.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * --customers 1000000 --runs 7 --only '{"pattern":"anna*"}'
 */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { fillAccounts } from './customers-data.mjs'
import { build } from './processes.mjs'
import { printTable } from './report/tables.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

const { values: given } = parseArgs({
  options: {
    customers: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '7' },
    only: { type: 'string' },
  },
})
const customers = Number(given.customers)
const runs = Number(given.runs)
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM_MS = { page: 20, pageBehind: 150, count: 150 }

const queries = [
  {},
  { type: 'company' },
  { type: 'individual' },
  { first_name_pattern: 'anna' },
  { first_name_pattern: 'an*' },
  { first_name_pattern: '*na*' },
  { first_name_pattern: '*-ab*' },
  { last_name_pattern: 'sa*' },
  { last_name_pattern: '*lis*' },
  { last_name_pattern: '*a*' },
  { last_name_pattern: '*zq*' },
  { company_name_pattern: 's*' },
  { company_name_pattern: '*works*' },
  { company_name_pattern: '*holding 99*' },
  { email_pattern: 'anna.*' },
  { email_pattern: '*@example.com' },
  { email_pattern: '*@host77.example' },
  { handle_pattern: 'ab*' },
  { handle_pattern: '*-nl' },
  { handle_pattern: '*55555*' },
  { comment_pattern: 'imported*' },
  { comment_pattern: '*list 78 *' },
  { comment_pattern: '*a*' },
  { pattern: 'anna' },
  { pattern: 'anna*' },
  { pattern: '*works*' },
  { pattern: '*salis*' },
  { pattern: '*e*' },
  { pattern: 'an*na' },
  { offset: customers - 100 },
  { offset: customers / 2 },
  { type: 'company', offset: Math.floor(customers * 0.3) - 100 },
  { order_by: 'last_name' },
  { order_by: 'email', order: 'desc' },
  { order_by: 'handle', order: 'desc', type: 'company' },
  { order_by: 'company_name', offset: customers - 100 },
  { order_by: 'last_name', offset: customers / 2 },
  { order_by: 'email', offset: customers / 2 },
  { order_by: 'last_name', type: 'company', offset: customers * 0.15 },
  { order_by: 'handle', type: 'individual', offset: customers * 0.35 },
  { first_name_pattern: 'an*', order_by: 'last_name' },
  { first_name_pattern: 'anna*', last_name_pattern: '*lis*' },
  { pattern: 'anna*', type: 'company' },
  { comment_pattern: '*a*', last_name_pattern: '*a*' },
  { comment_pattern: '*a*', last_name_pattern: '*lis*' },
]

async function main() {
  await build()
  const { service } = require('@nameyard/customers/service')
  const { migrate } = require('@nameyard/persistence/migrate')
  const { CustomerList } = require('../../apps/customers/dist/customers/customer-list.js')

  const name = `nameyard_bench_${randomUUID().slice(0, 8)}`
  await onServer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const client = new Client({ connectionString: url.href })
  try {
    await migrate(url.href, { service: service.name, folders: service.migrations })
    await client.connect()
    await client.query('set search_path to customers')
    const account = await fillAccounts(client, customers)
    const asked = given.only === undefined ? queries : [JSON.parse(given.only)]
    const rows = []
    for (const query of asked) {
      const list = new CustomerList(account, { limit: 100, offset: 0, with_additional_data: false, ...query })
      rows.push({ query: JSON.stringify(query), ...(await measured(client, list)) })
    }
    console.log(`\n${customers} customers in one account, pages of 100, fastest of ${runs} runs\n`)
    printTable(rows)
    console.log(
      `\nload average ${loadavg()
        .map((each) => each.toFixed(1))
        .join(' ')}`,
    )
  } finally {
    await client.end()
    await onServer(`drop database if exists ${name} with (force)`)
  }
}

/** Both statements of one list, prepared as the service prepares them. */
async function measured(client, list) {
  await client.query('begin')
  const planning = list.planning()
  if (planning) await client.query(planning.text, planning.values)
  const counting = await fastest(client, list.counts())
  const [counts] = counting.rows
  const page = counts.total > list.offset ? list.page(counts) : undefined
  const paging = page && (await fastest(client, page))
  const plan = page ? await indexes(client, page) : ''
  await client.query('rollback')
  const pageAim = list.offset === 0 ? AIM_MS.page : AIM_MS.pageBehind
  const isSlow = counting.ms > AIM_MS.count || (paging?.ms ?? 0) > pageAim
  return {
    total: counts.total,
    'count ms': counting.ms.toFixed(1),
    'page ms': paging?.ms.toFixed(1) ?? '',
    aim: isSlow ? 'missed' : 'met',
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
  names.delete('customer_pkey')
  return [...names].join(' ')
}

async function onServer(sql) {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

await main()
