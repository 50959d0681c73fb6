import { Client } from 'pg'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Input, InputGiven } from '@nameyard/contracts/operation'
import { shownPage } from '@nameyard/contracts/primitives/cursor'
import type { Sql } from '@nameyard/persistence/statement'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { vacuum } from '@nameyard/testing/vacuum'
import { visibleStatus, type Phase } from '../src/lifecycle/model/lifecycle'
import { DomainList, type Count } from '../src/reading/domain-list'
import { service } from '../src/service'

type Query = InputGiven<typeof listDomains>

const DOMAINS = 6_000
const ACCOUNT = 2

let database: TestDatabase
let sql: Client
let stored: Stored[]

interface Stored {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly extension: string
  readonly phase: Phase
  readonly type: string
  readonly ns_group: string
  readonly comments: string
  readonly handles: readonly string[]
  readonly ordered_at: Date
  readonly activated_at: Date | null
  readonly expires_at: Date
  readonly renews_at: Date
  readonly removal_reason: string | null
  readonly deleted_at: Date | null
}

beforeAll(async () => {
  database = await testDatabase(service)
  sql = new Client({ connectionString: database.url, options: '-c search_path=domains' })
  await sql.connect()
  for (const account of [1, ACCOUNT]) await fill(account)
  await vacuum(sql, 'domain', 'domain_count', 'domain_count_change')
  const { rows } = await sql.query<Stored>(
    `select *, array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle] as handles
     from domain where reseller_id = $1 order by id`,
    [ACCOUNT],
  )
  stored = rows
})

afterAll(async () => {
  await sql?.end()
  await database?.drop()
})

/** Creates domains that match each filter often, rarely or never. Every twentieth is deleted. */
async function fill(account: number): Promise<void> {
  await sql.query(
    `insert into domain (reseller_id, name, label, extension, phase, type, period_years, autorenew, owner_handle,
       admin_handle, tech_handle, billing_handle, reseller_handle, ns_group, name_servers, auth_code, is_locked, comments,
       ordered_at, activated_at, expires_at, renews_at, removal_reason, deleted_at, changed_at, version)
     select $1, label || '.' || extension, label, extension, phase, type, 1, 'on', owner, 'AD100001-NL', owner,
       'AD100001-NL', '', ns_group, '[]', 'x', false, comments, ordered_at, activated_at, expires_at, expires_at,
       case when phase = 'purged' then 'owner' when phase = 'pendingDelete' then 'expired' end,
       case when phase = 'purged' then expires_at end, ordered_at, 1
     from (
       select n, 'word' || n % 700 || case when n % 3 = 0 then '-shop' else 'xy' end || n || 'of' || $1::integer as label,
         (array['com', 'com', 'com', 'nl', 'co.uk', 'de', 'zip'])[1 + n % 7] as extension,
         case when n % 20 = 0 then 'purged' when n > $2::integer - 30 then 'create.queued' else
           (array['active', 'active', 'active', 'active.changing', 'quarantine.soft', 'pendingDelete', 'failed', 'transfer.pending'])
           [1 + n % 8] end as phase,
         (array['NEW', 'NEW', 'TRANSFER'])[1 + n % 3] as type,
         'OW' || 100000 + n % 900 || '-NL' as owner,
         case n % 4 when 0 then 'mine' when 1 then 'Group-' || n % 90 when 2 then 'group_' || n % 90 else '' end as ns_group,
         case when n % 5 = 0 then 'Imported 100% of list ' || n % 40 when n = 77 then repeat('Very long ', 40) else '' end
           as comments,
         timestamptz '2027-01-01 00:00Z' + n % 1000 * interval '1 hour' as ordered_at,
         case when n % 9 > 0 then timestamptz '2027-02-01 00:00Z' + n % 77 * interval '1 hour' end as activated_at,
         timestamptz '2028-01-01 00:00Z' + n % 200 * interval '12 hours' as expires_at
       from generate_series(1, $2::integer) n) made`,
    [account, DOMAINS],
  )
}

const single: readonly Query[] = [
  {},
  { status: 'ACT' },
  { status: 'REQ' },
  { status: 'PEN' },
  { status_not_equal: ['ACT', 'FAI'] },
  { status: 'ACT', status_not_equal: ['ACT'] },
  { queue_status: 'new' },
  { queue_status: 'transfer' },
  { queue_status: 'renew' },
  { queue_status: 'trade' },
  { extension: 'com' },
  { extension: '.ZIP' },
  { extension: 'org' },
  { domain_name_pattern: 'word1xy1of2' },
  { domain_name_pattern: 'WORD1*' },
  { domain_name_pattern: '*-shop1*' },
  { domain_name_pattern: '*5*' },
  { domain_name_pattern: '*q*z*' },
  { domain_name_pattern: '**' },
  { ns_group_pattern: 'MINE' },
  { ns_group_pattern: 'group-1' },
  { ns_group_pattern: 'group*' },
  { ns_group_pattern: 'group_*' },
  { ns_group_pattern: '*i*' },
  { ns_group_pattern: '' },
  { contact_handle: 'AD100001-NL' },
  { contact_handle: 'OW100007-NL' },
  { contact_handle: 'ZZ100007-NL' },
  { contact_handle: '' },
  { comment_pattern: 'imported*' },
  { comment_pattern: '*LIST 7' },
  { comment_pattern: '*long*' },
  { comment_pattern: '*100%*' },
  { comment_pattern: '*1*' },
  { comment_pattern: '' },
  { renewal_date: '2028-01-05' },
  { renewal_date: 'soon' },
  { renewal_date: '2028-02-30' },
  { removal_reason: 'expired' },
  { is_deleted: true },
  { is_deleted: true, removal_reason: 'owner' },
  { is_deleted: true, extension: 'com' },
]

const several: readonly Query[] = [
  { status: 'ACT', extension: 'com' },
  { extension: 'com', domain_name_pattern: 'word1*' },
  { domain_name_pattern: '*shop*', comment_pattern: '*import*' },
  { status: 'FAI', queue_status: 'new', contact_handle: 'AD100001-NL' },
]

const orders: readonly NonNullable<Query['order_by']>[] = [
  {},
  { id: 'desc' },
  { domain_name: 'asc' },
  { domain_extension: 'desc' },
  { order_date: 'asc' },
  { active_date: 'desc' },
  { expiration_date: 'asc' },
  { renewal_date: 'desc' },
  { status: 'asc' },
  { transfer_date: 'asc' },
  { domain_extension: 'asc', domain_name: 'desc' },
  { domain_name: 'asc', domain_extension: 'asc' },
  { status: 'desc', expiration_date: 'asc' },
]

describe('the list of a large account', () => {
  it.each([...single, ...several])(
    'finds exactly the matches of %j, in every order and on every page',
    async (query) => {
      const found = stored.filter((domain) => matches(domain, query))
      const { length } = found
      const offsets = [0, 7, Math.floor(length / 2), Math.floor(length * 0.7), Math.max(0, length - 5), length]
      for (const [index, order_by] of orders.entries()) {
        const offset = offsets[index % offsets.length]!
        const expected = found.toSorted(by(order_by)).slice(offset, offset + 10)
        expect({ order_by, offset, ...(await list({ ...query, order_by, offset, limit: 10 })) }).toEqual({
          order_by,
          offset,
          total: length,
          ids: expected.map(({ id }) => id),
        })
      }
    },
  )

  it.each(orders)('has every domain once over all pages, sorted by %j', async (order_by) => {
    const pages: number[][] = []
    for (let offset = 0; offset < DOMAINS; offset += 1000) {
      pages.push((await list({ order_by, offset, limit: 1000 })).ids)
    }
    const expected = stored.filter((domain) => matches(domain, {})).toSorted(by(order_by))
    expect(pages.flat()).toEqual(expected.map(({ id }) => id))
  })

  it.each([...single, ...several])('is walked by number, each match of %j once', async (query) => {
    const found = stored.filter((domain) => matches(domain, query)).map(({ id }) => id)
    const limit = Math.min(1000, Math.max(3, Math.ceil(found.length / 4)))
    for (const order_by of [undefined, { id: 'desc' as const }]) {
      const walked: number[] = []
      for (let cursor: string | undefined = 'start'; cursor;) {
        const { ids, total } = await list({ ...query, ...(order_by && { order_by }), cursor, limit })
        expect(total).toBe(found.length)
        const { rows, next_cursor } = shownPage(
          ids.map((id) => ({ id })),
          limit,
        )
        walked.push(...rows.map(({ id }) => id))
        cursor = next_cursor
      }
      expect(walked).toEqual(order_by ? found.toReversed() : found)
    }
  })

  it.each<Query>([{}, { status: 'ACT' }, { extension: 'com' }, { is_deleted: true }])(
    'reads a late page of %j only where it begins',
    async (query) => {
      const last = stored.at(-50)!.id
      const { page } = await planned({ ...query, cursor: `after-${last}`, limit: 10 })
      expect(page.filter((node) => node.includes('Sort')).length).toBeLessThanOrEqual(2)
      expect(page.some((node) => /^Index Only Scan domain_(listed|by_phase|deleted)/.test(node))).toBe(true)
    },
  )

  it('refuses an offset or another order beside a cursor', () => {
    const refused = (query: Query) => expect(() => listOf(query)).toThrow('cannot be used together with cursor')
    refused({ cursor: 'start', offset: 1 })
    refused({ cursor: 'start', order_by: { domain_name: 'asc' } })
  })

  it.each([
    ...single,
    ...orders.map((order_by): Query => ({ order_by })),
    ...orders.map((order_by): Query => ({ order_by, offset: DOMAINS * 0.9 })),
  ])('is read without a sequential scan: %j', async (query) => {
    const { counting, page } = await planned(query)
    expect([...counting, ...page].filter((node) => node === 'Seq Scan domain')).toEqual([])
  })

  it.each<[NonNullable<Query['order_by']>, string]>([
    [{ id: 'asc' }, 'domain_listed'],
    [{ domain_name: 'desc' }, 'domain_listed_by_label'],
    [{ domain_extension: 'asc' }, 'domain_listed_by_extension'],
    [{ order_date: 'desc' }, 'domain_listed_by_order_date'],
    [{ active_date: 'asc' }, 'domain_listed_by_active_date'],
    [{ transfer_date: 'desc' }, 'domain_listed_by_active_date'],
    [{ expiration_date: 'asc' }, 'domain_listed_by_expiration_date'],
    [{ renewal_date: 'desc' }, 'domain_listed_by_renewal_date'],
    [{ status: 'asc' }, 'domain_by_phase'],
    [{ domain_extension: 'asc', domain_name: 'desc' }, 'domain_listed_by_extension_and_label'],
  ])('reads its middle page from one index: %j', async (order_by, index) => {
    const { page } = await planned({ order_by, offset: DOMAINS / 2 })
    expect(page).toContain(`Index Only Scan ${index}`)
    // At most one sort: that of the rows of the page.
    expect(page.filter((node) => node.includes('Sort')).length).toBeLessThanOrEqual(1)
  })

  it.each<Query>(
    (['domain_name', 'order_date', 'active_date', 'expiration_date', 'renewal_date'] as const).flatMap((column) =>
      [{ status: 'ACT' as const }, { domain_name_pattern: '*o*' }, { extension: 'com', status: 'ACT' as const }].map(
        (filters) => ({ ...filters, order_by: { [column]: 'asc' } }),
      ),
    ),
  )('finds its middle page without reading rows: %j', async (query) => {
    const { total } = await list(query)
    const { page } = await planned({ ...query, offset: Math.floor(total / 2) })
    expect(page.filter((node) => node.includes('Scan domain')).toSorted()).toEqual([
      expect.stringMatching(/^Index Only Scan domain_listed/),
      'Index Scan domain_pkey',
    ])
  })

  it.each<[Query, string[]]>([
    [{ domain_name_pattern: '*q*z*' }, ['Index Only Scan domain_listed']],
    [{ domain_name_pattern: '*2' }, ['Index Only Scan domain_listed']],
    [{ domain_name_pattern: 'word1*' }, ['Index Only Scan domain_listed_by_label']],
    [{ comment_pattern: '*1*' }, ['Index Only Scan domain_listed_with_comments', 'Index Scan domain_long_comments']],
    [{ comment_pattern: 'i*' }, ['Index Only Scan domain_listed_with_comments', 'Index Scan domain_long_comments']],
    [{ renewal_date: '2028-01-05' }, ['Index Only Scan domain_listed_by_renewal_date']],
    [{ removal_reason: 'expired' }, ['Index Only Scan domain_being_removed']],
    [{ is_deleted: true, removal_reason: 'owner' }, ['Index Only Scan domain_by_removal_reason']],
    [{ queue_status: 'new' }, ['Index Only Scan domain_by_phase']],
    [{ extension: 'com', status: 'ACT' }, ['Index Only Scan domain_listed_by_extension']],
    [{ extension: 'com', order_by: { status: 'asc' } }, ['Index Only Scan domain_listed_by_extension']],
    [{ domain_name_pattern: '*2', status: 'ACT' }, ['Index Only Scan domain_listed']],
    [{ domain_name_pattern: '*2', order_by: { status: 'asc' } }, ['Index Only Scan domain_listed']],
    [{ domain_name_pattern: 'word1*', status: 'ACT' }, ['Index Only Scan domain_listed_by_label']],
    [{ ns_group_pattern: 'mine', status: 'ACT' }, ['Index Only Scan domain_listed_by_ns_group']],
    [
      { comment_pattern: 'i*', status: 'ACT', domain_name_pattern: '*2*' },
      ['Index Only Scan domain_listed_with_comments', 'Index Scan domain_long_comments'],
    ],
  ])('counts once, within the index of the filter: %j', async (query, scans) => {
    const { counting } = await planned(query)
    expect(counting.filter((node) => /Scan domain_(?!count)/.test(node))).toEqual(scans)
  })

  it.each<[Query, string]>([
    [{ status: 'DEL' }, 'Index Only Scan domain_by_phase'],
    [{ extension: 'nl' }, 'Index Only Scan domain_listed_by_extension'],
    [{ extension: 'nl', order_by: { domain_name: 'asc' } }, 'Index Only Scan domain_listed_by_extension_and_label'],
    [{ ns_group_pattern: 'mine' }, 'Index Only Scan domain_listed_by_ns_group'],
    [{ contact_handle: 'OW100007-NL' }, 'Bitmap Index Scan domain_by_handle'],
    [{ contact_handle: 'AD100001-NL' }, 'Index Only Scan domain_listed_with_handles'],
    [{ domain_name_pattern: '*2' }, 'Index Only Scan domain_listed'],
    [{ domain_name_pattern: 'word12*' }, 'Index Only Scan domain_listed_by_label'],
    [{ comment_pattern: 'i*' }, 'Index Only Scan domain_listed_with_comments'],
    [{ renewal_date: '2028-01-05' }, 'Index Only Scan domain_listed_by_renewal_date'],
    [{ removal_reason: 'expired' }, 'Index Only Scan domain_being_removed'],
    [{ is_deleted: true }, 'Index Only Scan domain_deleted'],
    [{ is_deleted: true, removal_reason: 'owner' }, 'Index Only Scan domain_by_removal_reason'],
  ])('finds its page within the index of the filter: %j', async (query, scan) => {
    expect((await planned(query)).page).toContain(scan)
  })

  it.each<[Query, boolean]>([
    [{ domain_name_pattern: '*q-z*' }, false],
    [{ domain_name_pattern: '*q*z*' }, false],
    [{ domain_name_pattern: '*qzx*' }, true],
    [{ domain_name_pattern: '*-qz*' }, true],
  ])('uses the trigram index for %j only if its letters are rare: %s', async (query, isRare) => {
    const { counting } = await planned(query)
    expect(counting.some((node) => node.includes('domain_trigrams'))).toBe(isRare)
  })
})

const listOf = (query: Query) => new DomainList(ACCOUNT, listDomains.input.parse(query) as Input<typeof listDomains>)

async function list(query: Query): Promise<{ total: number; ids: number[] }> {
  return inTransaction(listOf(query), async (made, run) => {
    const counts = await run<Count>(made.counting())
    const page = made.page(counts)
    const rows = page ? await run<{ id: number }>(page) : []
    return { total: counts.reduce((sum, { domains }) => sum + domains, 0), ids: rows.map(({ id }) => id) }
  })
}

/** Returns the plan nodes of both statements of a list. */
async function planned(query: Query): Promise<{ counting: string[]; page: string[] }> {
  return inTransaction(listOf(query), async (made, run) => {
    const nodes = async ({ text, values }: Sql) => {
      const { rows } = await sql.query(`explain (format json) ${text}`, values)
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    }
    const page = made.page(await run<Count>(made.counting()))
    return { counting: await nodes(made.counting()), page: page ? await nodes(page) : [] }
  })
}

type Run = <Row extends object>(text: Sql) => Promise<Row[]>

async function inTransaction<T>(made: DomainList, work: (made: DomainList, run: Run) => Promise<T>): Promise<T> {
  const run: Run = async ({ text, values }) => (await sql.query(text, values)).rows
  await sql.query('begin')
  try {
    const planning = made.planning()
    if (planning) await sql.query(planning.text)
    return await work(made, run)
  } finally {
    await sql.query('rollback')
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

function nodesOf(node: PlanNode): string[] {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? ''].join(' ')
  return [name, ...(node.Plans ?? []).flatMap(nodesOf)]
}

const queues: Record<string, [type: string | undefined, ...phases: Phase[]]> = {
  new: ['NEW', 'create.queued', 'create.pending', 'waiting.party', 'failed'],
  trade: [undefined, 'active.trading'],
  transfer: ['TRANSFER', 'transfer.scheduled', 'transfer.queued', 'transfer.pending', 'waiting.party', 'failed'],
  renew: [undefined, 'active', 'active.changing'],
}

/** Whether a domain matches a query, calculated without the database. */
function matches(domain: Stored, query: Query): boolean {
  const status = visibleStatus[domain.phase]
  const [type, ...queue] = queues[query.queue_status ?? ''] ?? []
  const day = domain.renews_at.toISOString().slice(0, 10)
  return [
    (domain.deleted_at !== null) === (query.is_deleted === true),
    query.status === undefined || query.status === status,
    !(query.status_not_equal as string[] | undefined)?.includes(status),
    query.queue_status === undefined || ((queue as Phase[]).includes(domain.phase) && (!type || type === domain.type)),
    query.extension === undefined || query.extension.replace(/^\./, '').toLowerCase() === domain.extension,
    like(domain.label, query.domain_name_pattern),
    like(domain.ns_group, query.ns_group_pattern),
    like(domain.comments, query.comment_pattern),
    query.contact_handle === undefined || domain.handles.includes(query.contact_handle),
    query.renewal_date === undefined || query.renewal_date === day,
    query.removal_reason === undefined || query.removal_reason === domain.removal_reason,
  ].every(Boolean)
}

function like(text: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  const parts = pattern.split('*').map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(text)
}

const keys: Record<string, (domain: Stored) => number | string | Date | null> = {
  id: ({ id }) => id,
  domain_name: ({ label }) => label,
  domain_extension: ({ extension }) => extension,
  order_date: ({ ordered_at }) => ordered_at,
  active_date: ({ activated_at }) => activated_at,
  expiration_date: ({ expires_at }) => expires_at,
  renewal_date: ({ renews_at }) => renews_at,
  status: ({ phase }) => visibleStatus[phase],
  transfer_date: ({ activated_at }) => activated_at,
}

/** Compares by the sort keys. Rows without a date are last in ascending order, and first in descending order. */
function by(order_by: NonNullable<Query['order_by']>) {
  const given = Object.entries(order_by) as [string, string][]
  const asked = given.some(([column]) => column === 'id') ? given : [...given, ['id', given.at(-1)?.[1] ?? 'asc']]
  return (a: Stored, b: Stored) => {
    for (const [column, direction] of asked) {
      const [x, y] = [keys[column!]!(a), keys[column!]!(b)]
      const order = x === y ? 0 : x === null ? 1 : y === null ? -1 : x < y ? -1 : x > y ? 1 : 0
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return 0
  }
}
