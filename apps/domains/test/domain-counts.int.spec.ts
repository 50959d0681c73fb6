import { Client } from 'pg'
import { sql } from '@nameyard/persistence/statement'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { countersWhere } from '../src/reading/domain-counts'
import { service } from '../src/service'

let database: TestDatabase
let clients: Client[]

beforeAll(async () => {
  database = await testDatabase(service)
  clients = []
})
afterAll(async () => {
  for (const client of clients) await client.end()
  await database?.drop()
})

async function session(): Promise<Client> {
  const client = new Client({ connectionString: database.url, options: '-c search_path=domains -c lock_timeout=5s' })
  await client.connect()
  clients.push(client)
  return client
}

/** Pseudo-random numbers from a seed, so that a failed run can be repeated. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const phases = ['create.queued', 'create.pending', 'active', 'quarantine.soft', 'failed', 'purged']
const extensions = ['com', 'nl', 'co.uk']
const groups = ['', 'mine', 'Mine', 'theirs']
const handles = ['AA100001-NL', 'BB100002-NL', 'CC100003-NL']

let names = 0
const create = (client: Client, account: number, pick: (below: number) => number, count = 1) =>
  client.query(
    `insert into domain (reseller_id, name, label, extension, phase, comments, ns_group, owner_handle, ordered_at, type,
       period_years, autorenew, admin_handle, tech_handle, billing_handle, reseller_handle, name_servers, auth_code,
       is_locked, changed_at, version)
     select $1, $2::text || n || '.' || $3::text, $2 || n, $3, $4, '', $5, $6, now(), 'NEW', 1, 'on', $7, $6, $6, '', '[]',
       'x', false, now(), 1
     from generate_series(1, $8::integer) n`,
    [
      account,
      `name${++names}-`,
      extensions[pick(3)],
      phases[pick(6)],
      groups[pick(4)],
      handles[pick(3)],
      handles[pick(3)],
      count,
    ],
  )

/** A random domain; one that another session has locked is skipped. */
const some = `(select id from domain where id % 7 = $1 order by id limit 1 offset $2 for update skip locked)`

/** Changes of domains. Each affects at most one counter of a domain. */
const changes: readonly ((client: Client, pick: (below: number) => number) => Promise<unknown>)[] = [
  (client, pick) => create(client, 1 + pick(3), pick),
  (client, pick) => create(client, 1 + pick(3), pick, 1 + pick(40)),
  (client, pick) => one(client, pick, `phase = $3`, phases[pick(6)]),
  (client, pick) => one(client, pick, `phase = $3`, phases[pick(6)]),
  (client, pick) => one(client, pick, `deleted_at = coalesce(deleted_at, now()), phase = $3`, 'purged'),
  (client, pick) => one(client, pick, `deleted_at = null, phase = $3`, 'active'),
  (client, pick) => one(client, pick, `reseller_id = $3::integer`, 1 + pick(3)),
  (client, pick) => one(client, pick, `ns_group = $3`, groups[pick(4)]),
  (client, pick) => one(client, pick, `owner_handle = $3`, handles[pick(3)]),
  (client, pick) => one(client, pick, `reseller_handle = $3`, ['', ...handles][pick(4)]),
  (client, pick) => one(client, pick, `comments = $3`, 'nothing that is counted'),
  (client) => client.query('select fold_domain_counts()'),
]

const one = (client: Client, pick: (below: number) => number, change: string, value: unknown) =>
  client.query(`update domain set ${change} where id = ${some}`, [pick(7), pick(20), value])

/** Reads the counters and counts the domains, in one snapshot. */
async function compared(client: Client) {
  await client.query('begin isolation level repeatable read read only')
  const { rows: counters } = await client.query(
    `select key.*, counter.value, counter.domains
     from (select distinct reseller_id, is_deleted, kind from (
         select reseller_id, is_deleted, kind from domain_count
         union select reseller_id, is_deleted, kind from domain_count_change) known) key,
       lateral (${countersWhere(sql`reseller_id = key.reseller_id and is_deleted = key.is_deleted and kind = key.kind`).text}) counter
     order by 1, 2, 3, value collate "C"`,
  )
  const { rows: domains } = await client.query(
    `select reseller_id, deleted_at is not null as is_deleted, kind, value, count(*)::integer as domains
     from domain d, lateral (
       select 'phase' as kind, phase as value
       union all select 'extension', extension
       union all select 'ns_group', lower(ns_group)
       union all select distinct 'handle', handle
         from unnest(array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]) handle
         where handle <> '' and deleted_at is null) counted
     group by 1, 2, 3, 4 order by 1, 2, 3, value collate "C"`,
  )
  await client.query('commit')
  return { counters, domains }
}

describe('the counters of domains', () => {
  it.each([1, 2, 3])('are exact after concurrent changes (seed %i)', async (seed) => {
    const watcher = await session()
    const workers = [1, 2, 3, 4].map(async (number) => {
      const client = await session()
      const pick = numbers(seed * 100 + number)
      for (let transaction = 0; transaction < 40; transaction++) {
        await client.query('begin')
        for (let step = pick(5); step >= 0; step--) await changes[pick(changes.length)]!(client, pick)
        await client.query(pick(5) === 0 ? 'rollback' : 'commit')
      }
    })
    let isDone = false
    const all = Promise.all(workers).finally(() => (isDone = true))
    let comparisons = 0
    do {
      const { counters, domains } = await compared(watcher)
      expect(counters).toEqual(domains)
      comparisons++
    } while (!isDone || comparisons < 2)
    await all
    await watcher.query('select fold_domain_counts()')
    const { counters, domains } = await compared(watcher)
    expect(counters).toEqual(domains)
    expect(domains.length).toBeGreaterThan(20)
    expect((await watcher.query('select from domain_count_change')).rowCount).toBe(0)
  })

  it('do not make an order wait for another order of the account or for folding', async () => {
    const [slow, quick] = [await session(), await session()]
    const pick = numbers(4)
    await slow.query('begin')
    await create(slow, 9, pick)
    await slow.query('select fold_domain_counts()')
    await create(quick, 9, pick)
    await quick.query('select fold_domain_counts()')
    const of = (client: Client) =>
      client.query(countersWhere(sql`reseller_id = 9 and not is_deleted and kind = 'extension'`).text)
    expect((await of(quick)).rows.map(({ domains }) => domains)).toEqual([1])
    await slow.query('commit')
    const total = (await of(quick)).rows.reduce((sum, { domains }) => sum + domains, 0)
    expect(total).toBe(2)
  })

  it('are folded regularly, so that a count sums few changes', async () => {
    const client = await session()
    const pick = numbers(5)
    for (let order = 0; order < 120; order++) await create(client, 8, pick)
    const { rows } = await client.query('select count(*)::integer as waiting from domain_count_change')
    expect(rows[0].waiting).toBeLessThanOrEqual(256)
  })
})
