import { DataSource } from 'typeorm'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import type { Call, Input, InputGiven } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { loadConfig } from '@nameyard/runtime/load-config'
import { actorSettings } from '@nameyard/testing/actors'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { vacuum } from '@nameyard/testing/vacuum'
import { authorityOf } from '../src/authority'
import { recordsOf, type ListedZone } from '../src/reading/record-list'
import { RecordPages } from '../src/reading/record-pages'
import { service } from '../src/service'

type Query = Omit<InputGiven<typeof listRecords>, 'name'>
interface Listed {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly ttl: number
  readonly prio: number
}

const APEX = 'large.com'
const call: Call = {
  correlationId: 'x',
  deadline: 0,
  actor: { resellerId: 1, contactId: 1, username: 'x', role: 'admin', scope: [] },
}
const parse = (query: Query) => listRecords.input.parse({ name: APEX, ...query }) as Input<typeof listRecords>

let database: TestDatabase
let source: DataSource
let zone: ListedZone
let config: ReturnType<typeof loadConfig<typeof service.config>>
let list: (query: Query) => Promise<{ results: Listed[]; total: number }>
let all: Listed[]

const fillZones = `insert into zone (reseller_id, name, type, provider, version, published_version, attempts, next_attempt_at,
    created_at, updated_at)
  select 1, name, 'master', 'openprovider', 7, 7, 0, now(), '2026-01-01 00:00:00+00', '2026-06-01 00:00:00+00'
  from (select '${APEX}' union all select 'small' || n || '.com' from generate_series(1, 2000) n) made (name)`

/** One zone of 4,000 records and 2,000 zones of ten records. */
const fillRecords = `insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
  select z.id, substr(md5(n::text), 1, 3) || n || '.' || z.name, (array['A', 'TXT', 'MX'])[1 + n % 3],
    300 * (1 + n % 5), case n % 3 when 2 then n % 10 * 10 else 0 end,
    (array['192.0.' || n / 256 || '.' || n % 256, '"Text ' || n || '"', 'mail' || n || '.example.net'])[1 + n % 3],
    decode(md5(n::text), 'hex'), now(), now()
  from zone z, generate_series(1, case z.name when '${APEX}' then 4000 else 10 end) n`

beforeAll(async () => {
  database = await testDatabase(service)
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [],
    installExtensions: false,
    extra: { options: '-c search_path=dns -c datestyle=ISO' },
  }).initialize()
  for (const text of [fillZones, fillRecords]) await source.query(text)
  await vacuum(source, 'record')
  ;[zone] = await source.query(`select id, name, version, created_at as "createdAt", updated_at as "updatedAt"
    from zone where name = $1`, [APEX]) // prettier-ignore
  all = await source.query('select owner as name, type, value, ttl, prio from record where zone_id = $1', [zone.id])
  config = loadConfig(service.config, { DATABASE_URL: database.url, AMQP_URL: 'amqp://127.0.0.1', ...actorSettings })
  const { mailbox, nameservers, refresh, retry, expire, minimum, soaTtl, nsTtl } = authorityOf(config, null)
  const soa = `${nameservers[0]} ${mailbox} 7 ${refresh} ${retry} ${expire} ${minimum}`
  all.push({ name: APEX, type: 'SOA', value: soa, ttl: soaTtl, prio: 0 })
  for (const value of nameservers) all.push({ name: APEX, type: 'NS', value, ttl: nsTtl, prio: 0 })
  const operation = new RecordPages(config, new Database(source))
  list = async (query) => {
    const { results, total } = await operation.read(parse(query), call)
    return { results: JSON.parse(results.text.toString()), total }
  }
})

afterAll(async () => {
  await source?.destroy()
  await database?.drop()
})

/** The expected list: filtered, sorted and cut in this test. */
function expected({ record_name_pattern, value_pattern, type, ttl, prio, order_by = {}, limit, offset }: Query) {
  const literal = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  const matches = (pattern = '*', text: string) =>
    new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 'i').test(text)
  const found = all.filter(
    (record) =>
      matches(record_name_pattern, record.name) &&
      matches(value_pattern, record.value) &&
      (type === undefined || record.type === type) &&
      (ttl === undefined || record.ttl === ttl) &&
      (prio === undefined || record.prio === prio),
  )
  const keys = ['type', 'name', 'value', 'ttl', 'prio'] as const
  const orders = [
    ...keys.flatMap((key) => (order_by[key] ? [[key, order_by[key] === 'asc' ? 1 : -1] as const] : [])),
    ...(['type', 'name', 'prio'] as const).map((key) => [key, 1] as const),
  ]
  found.sort((a, b) => {
    const [key, sign] = orders.find(([each]) => a[each] !== b[each]) ?? ['name', 0]
    return a[key] < b[key] ? -sign : sign
  })
  const [from, size] = [Number(offset ?? 0), Number(limit ?? 100)]
  return { total: found.length, results: found.slice(from, from + size) }
}

const filters: Query[] = [
  {},
  { type: 'MX' },
  { type: 'SOA' },
  { record_name_pattern: APEX },
  { record_name_pattern: 'A*' },
  { record_name_pattern: '*7*', type: 'TXT' },
  { value_pattern: '*TEXT 7*' },
  { value_pattern: '*.nameyard.example' },
  { ttl: 600 },
  { prio: 20, ttl: 900 },
  { record_name_pattern: 'a_*' },
]
const orders: Query['order_by'][] = [
  undefined,
  { name: 'asc' },
  { type: 'desc' },
  { value: 'desc' },
  { prio: 'desc', ttl: 'asc' },
]
const pages: Pick<Query, 'limit' | 'offset'>[] = [{}, { limit: 7, offset: 50 }, { limit: 500, offset: 3_700 }]

describe.each(filters)('the list of records for %j', (filter) => {
  it.each(orders)('has all matching records in the order %j', async (order_by) => {
    for (const page of pages) {
      const query = { ...filter, ...(order_by && { order_by }), ...page }
      expect(await list(query)).toMatchObject(expected(query))
    }
  })
})

async function plan(query: Query): Promise<string> {
  const { text, values } = recordsOf(zone, authorityOf(config, null), parse(query))
  const lines: Record<string, string>[] = await source.query(`explain ${text}`, values)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

it('reads the default order from the index without sorting', async () => {
  for (const filter of [{}, { ttl: 600 }, { record_name_pattern: '*e*' }]) {
    const found = await plan({ ...filter, limit: 20, offset: 1_000 })
    expect(found).toMatch(/Merge Append[^]*Index Only Scan using record_by_type/)
    expect(found).not.toContain('Seq Scan on record')
  }
})

it.each(filters.filter(({ value_pattern }) => value_pattern === undefined))(
  'finds the records for %j in the index in any order, and reads whole records only for the page',
  async (filter) => {
    for (const order_by of [undefined, { name: 'asc' }, { ttl: 'desc', prio: 'asc' }] as const) {
      const found = await plan({ ...filter, ...(order_by && { order_by }) })
      expect(found).not.toContain('Seq Scan on record')
      expect(found).not.toMatch(/(?<!Only )Scan using record_by_type/)
    }
  },
)
