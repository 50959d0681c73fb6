import { DataSource } from 'typeorm'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import type { Call, Input, InputGiven, Result } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { GuardedClient } from '@nameyard/persistence/guarded-client'
import type { Sql } from '@nameyard/persistence/statement'
import { loadConfig } from '@nameyard/runtime/load-config'
import { actorSettings } from '@nameyard/testing/actors'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { vacuum } from '@nameyard/testing/vacuum'
import { ListZones } from '../src/reading/list-zones'
import { authorityValues, type AuthorityValues } from '../src/reading/wire-zone'
import { ZoneList, type Matches } from '../src/reading/zone-list'
import { service } from '../src/service'

type Query = InputGiven<typeof listZones>

const ACCOUNT = 1
const call: Call = {
  correlationId: 'x',
  deadline: 0,
  actor: { resellerId: ACCOUNT, contactId: 1, username: 'x', role: 'admin', scope: [] },
}
const parse = (query: Query) => listZones.input.parse(query) as Input<typeof listZones>

let database: TestDatabase
let authority: AuthorityValues
let source: DataSource
let watch: DatabaseWatch
let list: (query: Query) => Promise<Result<typeof listZones>>
let all: { name: string; type: string; creation_date: string; modification_date: string }[]

/** Zones of several accounts, of which one is much larger. Every twentieth zone is a slave zone. */
const fill = `insert into zone (reseller_id, name, type, master_address, provider, version, published_version, attempts,
    next_attempt_at, created_at, updated_at)
  select $1::integer, substr(md5($1::text || '-' || n), 1, 6) || n || (array['.com', '.nl', '.co.uk'])[1 + n % 3],
    case when n % 20 = 0 then 'slave' else 'master' end, case when n % 20 = 0 then '192.0.2.1' end, 'openprovider', 1, 1, 0,
    now(), '2026-01-01 00:00:00+00'::timestamptz + n * interval '1 minute',
    '2026-06-01 00:00:00+00'::timestamptz + n * 7919 % 4001 * interval '1 minute'
  from generate_series(1, $2::integer) n`

beforeAll(async () => {
  database = await testDatabase(service)
  watch = new DatabaseWatch({ url: database.url, statementMs: 30_000, silenceMs: 3_000, now: () => performance.now() })
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [],
    installExtensions: false,
    extra: { options: '-c search_path=dns', Client: GuardedClient, watch },
  }).initialize()
  for (const [account, zones] of [[ACCOUNT, 4000], [2, 3000], [3, 10]]) await source.query(fill, [account, zones]) // prettier-ignore
  await source.query(`update zone set deleted_at = now() where reseller_id = 1 and id % 50 = 0`)
  await vacuum(source, 'zone')
  const rows = `select name, type, created_at::text as creation_date, updated_at::text as modification_date
    from zone where reseller_id = 1 and deleted_at is null`
  all = await source.query(rows)
  const config = loadConfig(service.config, {
    DATABASE_URL: database.url,
    AMQP_URL: 'amqp://127.0.0.1',
    ...actorSettings,
  })
  authority = authorityValues(config)
  const operation = new ListZones(config, new Database(source))
  list = async (query) => JSON.parse(JSON.stringify(await operation.execute(parse(query), call)))
})

afterAll(async () => {
  await source?.destroy()
  await watch?.stop()
  await database?.drop()
})

/** The expected list: filtered, sorted and cut in this test. */
function expected({ type, name_pattern, order_by = {}, limit = 100, offset = 0 }: Query) {
  const literal = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  const matches = new RegExp(`^${(name_pattern ?? '*').split('*').map(literal).join('.*')}$`, 'i')
  const found = all.filter((zone) => (type === undefined || zone.type === type) && matches.test(zone.name))
  const [[key, direction] = ['creation_date', 'desc']] = Object.entries(order_by)
  const by = (zone: (typeof all)[number]) => zone[key as 'name' | 'creation_date' | 'modification_date']
  const sign = direction === 'asc' ? 1 : -1
  found.sort((a, b) => (by(a) < by(b) ? -sign : sign))
  const [from, size] = [Number(offset), Number(limit)]
  return { total: found.length, names: found.slice(from, from + size).map(({ name }) => name) }
}

const filters: Query[] = [
  {},
  { type: 'slave' },
  { name_pattern: 'ab*' },
  { name_pattern: '*.co.uk' },
  { name_pattern: '*AB*', type: 'master' },
  { name_pattern: '*7*' },
  { name_pattern: '**' },
  { name_pattern: '*nothing*' },
  { name_pattern: 'a_*' },
]
const orders: Query['order_by'][] = [
  undefined,
  { creation_date: 'asc' },
  { modification_date: 'desc' },
  { name: 'asc' },
]
const pages: Pick<Query, 'limit' | 'offset'>[] = [{}, { limit: 7, offset: 50 }, { limit: 500, offset: 3_600 }]

describe.each(filters)('the list of zones for %j', (filter) => {
  it.each(orders)('has all matching zones in the order %j, on early and late pages', async (order_by) => {
    for (const page of pages) {
      const query = { ...filter, ...(order_by && { order_by }), ...page }
      const { results, total } = await list(query)
      expect({ total, names: results.map(({ name }) => name) }).toEqual(expected(query))
    }
  })
})

it.each(filters)('the list of zones for %j is walked by number, newest first', async (filter) => {
  const { names, total } = expected({ ...filter, limit: all.length })
  const limit = Math.min(500, Math.max(3, Math.ceil(total / 4)))
  const walked: string[] = []
  for (let cursor: string | undefined = 'start'; cursor;) {
    const page: Result<typeof listZones> = await list({ ...filter, limit, cursor })
    expect(page.total).toBe(total)
    walked.push(...page.results.map(({ name }) => name))
    cursor = page.next_cursor
  }
  expect(walked).toEqual(names)
})

it('finds the zone of an exact name, in any case', async () => {
  const { name } = all[123]!
  expect((await list({ name_pattern: name.toUpperCase() })).results.map((zone) => zone.name)).toEqual([name])
})

it('updates the total when a zone is deleted and restored', async () => {
  const totals = async () => [(await list({})).total, (await list({ type: 'slave' })).total]
  const [zones, slaves] = (await totals()) as [number, number]
  const [{ id }] = await source.query(`select max(id) as id from zone
    where reseller_id = 1 and type = 'slave' and deleted_at is null`)
  await source.query('update zone set deleted_at = now() where id = $1', [id])
  expect(await totals()).toEqual([zones - 1, slaves - 1])
  await source.query('update zone set deleted_at = null where id = $1', [id])
  expect(await totals()).toEqual([zones, slaves])
})

/** Returns the plans of the two statements of a list. */
async function plans(query: Query): Promise<string> {
  const zones = new ZoneList(ACCOUNT, parse(query), authority)
  const runner = source.createQueryRunner()
  const explained: string[] = []
  const run = async ({ text, values }: Sql) => {
    const plan: Record<string, string>[] = await runner.query(`explain ${text}`, values)
    explained.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
    return runner.query(text, values) as Promise<Matches[]>
  }
  await runner.startTransaction()
  try {
    const planning = zones.planning()
    if (planning) await runner.query(planning.text)
    const page = zones.page(await run(zones.counting()))
    if (page) await run(page)
  } finally {
    await runner.rollbackTransaction()
    await runner.release()
  }
  return explained.join('\n')
}

it.each(orders)('reads the order %j from its index without sorting', async (order_by) => {
  for (const filter of [{}, { type: 'master' as const }]) {
    const found = await plans({ ...filter, ...(order_by && { order_by }), limit: 20, offset: 1_000 })
    expect(found).toMatch(/Index Only Scan (Backward )?using zone_by_/)
    expect(found).not.toMatch(/Seq Scan on zone\b/)
  }
})

it.each(filters.slice(1))('finds the zones for %j in an index', async (filter) => {
  for (const order_by of orders)
    expect(await plans({ ...filter, ...(order_by && { order_by }) })).not.toMatch(/Seq Scan on zone\b/)
})
