import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import type { Input, InputGiven, Result } from '@nameyard/contracts/operation'
import { queryOf, type Sql } from '@nameyard/persistence/statement'
import { vacuum } from '@nameyard/testing/vacuum'
import { CustomerList, type Counts } from '../src/customers/customer-list'
import { fold } from '../src/customers/model/fold'
import { runningService, type Account, type RunningService } from './running-service'

type Query = InputGiven<typeof listCustomers>

interface Person {
  readonly id: number
  readonly handle: string
  readonly first_name: string
  readonly last_name: string
  readonly company_name: string
  readonly email: string
  readonly comments: string
}

const CUSTOMERS = 6_000

let running: RunningService
let own: Account
let people: Person[]

beforeAll(async () => {
  running = await runningService()
  const other = await running.account()
  own = await running.account()
  for (const { resellerId } of [other, own]) await fill(resellerId)
  for (const table of ['customer', 'tag', 'customer_tag']) await vacuum(running.sql, table)
  const { rows } = await running.sql.query<Person>(
    `select id, handle, first_name, last_name, company_name, email, comments from customer
     where reseller_id = $1 and deleted_at is null order by id`,
    [own.resellerId],
  )
  people = rows
})

afterAll(() => running?.close())

/** Creates customers that match patterns often, rarely or never, with two tags each. Every hundredth is deleted. */
async function fill(resellerId: number): Promise<void> {
  await running.sql.query(
    `insert into customer (reseller_id, handle, username, first_name, prefix, initials, last_name, company_name, email,
       street, house_number, house_suffix, zipcode, city, state, country, phone_country_code, phone_area_code,
       phone_subscriber_number, fax_country_code, fax_area_code, fax_subscriber_number, vat, locale, comments,
       additional_data, extension_additional_data, created_at, updated_at, deleted_at, first_name_folded,
       last_name_folded, company_name_folded, email_folded, comments_folded, prefix_folded, initials_folded)
     select $1, chr(65 + n % 26) || 'X' || nextval('customer_handle_number') || '-' || (array['NL','DE'])[1 + n % 2], '',
       f, '', '', l, c, e, '', '', '', '', '', '', 'NL', '', '', '', '', '', '', '', '', k, '{}', '[]', now(),
       now(), case when n % 100 = 0 then now() end, lower(f), lower(l), lower(c), lower(e), lower(k), '', ''
     from (
       select n, (array['Anna', 'ANNA', 'Bert', 'Jan-Anna'])[1 + n % 4] f, 'Person ' || n % 500 l,
         case when n % 3 = 0 then 'Works ' || n % 50 else '' end c, 'user' || n || '@host' || n % 7 || '.example' e,
         case when n % 20 = 0 then 'Imported 100% ' || n else '' end k
       from generate_series(1, $2::integer) n) made`,
    [resellerId, CUSTOMERS],
  )
  await running.sql.query(
    `with made as (insert into tag (reseller_id, value) select $1, 'tag ' || n from generate_series(0, 999) n returning id)
     insert into customer_tag (customer_id, tag_id, place)
     select customer.id, made.id, made.id from customer join made on made.id % 500 = customer.id % 500
     where reseller_id = $1`,
    [resellerId],
  )
}

const patterns: readonly Query[] = [
  { pattern: 'anna' },
  { pattern: 'works*' },
  { pattern: '*person 77*' },
  { pattern: '*zzz*' },
  { handle_pattern: 'ax*' },
  { handle_pattern: '*-nl' },
  { email_pattern: 'USER77@host0.example' },
  { email_pattern: '*@host3.example' },
  { email_pattern: 'user7*@*' },
  { first_name_pattern: 'Anna' },
  { first_name_pattern: 'jan*' },
  { first_name_pattern: '*-a*' },
  { last_name_pattern: 'person 4*' },
  { last_name_pattern: '*n 499' },
  { last_name_pattern: '*9*' },
  { company_name_pattern: 'works 1*' },
  { company_name_pattern: '*orks*' },
  { company_name_pattern: '' },
  { comment_pattern: '*100%*' },
  { comment_pattern: 'imported*40' },
  { comment_pattern: '*1*' },
]

const lists: readonly Query[] = [
  {},
  { type: 'company' },
  { type: 'individual' },
  { pattern: '*', email_pattern: '**' },
  ...patterns,
  ...patterns.map((query): Query => ({ ...query, type: 'company' })),
  { first_name_pattern: 'anna', last_name_pattern: '*9*' },
  { pattern: '*anna*', comment_pattern: '*import*' },
  { last_name_pattern: '*a*', comment_pattern: '*o*' },
  { first_name_pattern: 'anna', last_name_pattern: '*9*', comment_pattern: '*o*' },
  { last_name_pattern: '*a*', comment_pattern: '*o*', type: 'company' },
]

const orders = ['id', 'handle', 'email', 'firstName', 'last_name', 'companyName'] as const

describe('the list of a large account', () => {
  it.each(lists)('finds exactly the matches of %j', async (query) => {
    const found = people.filter((person) => matches(person, query))
    const offsets = [0, 7, Math.max(0, Math.floor(found.length / 2)), Math.max(0, found.length - 5), found.length]
    for (const [index, offset] of offsets.entries()) {
      const order = index % 2 === 0 ? ('asc' as const) : ('desc' as const)
      const order_by = orders[(offset + index) % orders.length]!
      const { results, total } = await running.rpc.call(
        listCustomers,
        { ...query, limit: 10, offset, order, order_by },
        own.call(),
      )
      const expected = found.toSorted(by(order_by, order)).slice(offset, offset + 10)
      expect({ offset, order_by, total, ids: results.map(({ id }) => id) }).toEqual({
        offset,
        order_by,
        total: found.length,
        ids: expected.map(({ id }) => id),
      })
    }
  })

  it.each(lists)('is walked by number, each match of %j once', async (query) => {
    const found = people.filter((person) => matches(person, query)).map(({ id }) => id)
    const limit = Math.min(1000, Math.max(3, Math.ceil(found.length / 4)))
    for (const order of ['asc', 'desc'] as const) {
      const walked: (number | undefined)[] = []
      for (let cursor: string | undefined = 'start'; cursor;) {
        const page: Result<typeof listCustomers> = await running.rpc.call(
          listCustomers,
          { ...query, order, limit, cursor },
          own.call(),
        )
        expect(page.total).toBe(found.length)
        walked.push(...page.results.map(({ id }) => id))
        cursor = page.next_cursor
      }
      expect(walked).toEqual(order === 'desc' ? found.toReversed() : found)
    }
  })

  it('refuses an offset or another order beside a cursor, and a cursor that is none', async () => {
    const ask = (query: Query) => running.rpc.call(listCustomers, query, own.call())
    for (const query of [{ offset: 1 }, { order_by: 'email' }])
      await expect(ask({ cursor: 'start', ...query })).rejects.toMatchObject({ refusal: 'invalid_input' })
    await expect(ask({ cursor: 'end' })).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it.each([...lists, ...orders.map((order_by): Query => ({ order_by })), { offset: CUSTOMERS * 0.9 }])(
    'is read without a sequential scan: %j',
    async (query) => {
      const found = await planned(query)
      expect(found.filter((node) => node.includes('Seq Scan'))).toEqual([])
      expect(found.some((node) => node.includes('customer'))).toBe(true)
    },
  )

  it.each<[Query['order_by'] & string, string]>([
    ['handle', 'customer_by_handle'],
    ['email', 'customer_by_email'],
    ['first_name', 'customer_by_first_name'],
    ['last_name', 'customer_by_last_name'],
    ['company_name', 'customer_company_name'],
  ])('is scanned to its middle within one index with the order: %s', async (order_by, index) => {
    for (const type of [undefined, 'individual'] as const) {
      const found = await planned({ ...(type && { type }), order_by, offset: CUSTOMERS * 0.3 })
      expect(found).toContain(`Index Only Scan ${index}`)
      // Except for the rows of the page and the tags of its customers.
      expect(found.filter((node) => node.includes('Sort') && !node.startsWith(EACH_ROW)).length).toBeLessThanOrEqual(1)
    }
  })

  it.each<Query>([
    { comment_pattern: '*o*' },
    { comment_pattern: '*o*', last_name_pattern: '*a*' },
    { comment_pattern: '*o*', pattern: '*a*', type: 'company' },
    { comment_pattern: '*o*', email_pattern: '*.*', handle_pattern: '*1*' },
  ])('is counted within the index of comments without reading rows: %j', async (query) => {
    expect(await planned(query)).toContain('Index Only Scan customer_with_comments')
  })

  it.each<[Query, boolean]>([
    [{ pattern: '*q-z*' }, false],
    [{ last_name_pattern: '*q*z*' }, false],
    [{ email_pattern: '*qz*' }, false],
    [{ pattern: '*qzx*' }, true],
    [{ pattern: '*-qz*' }, true],
    [{ email_pattern: '*qz' }, true],
  ])('uses the trigram index for %j only if its letters are rare: %s', async (query, isSeldom) => {
    const found = await planned(query)
    expect(found.some((node) => node.includes('customer_trigrams'))).toBe(isSeldom)
  })
})

describe('the statements of a list', () => {
  const counts: Counts = { customers: 500, total: 500 }
  const namesOf = (account: number, query: Query) => {
    const list = new CustomerList(account, listCustomers.input.parse(query) as Input<typeof listCustomers>)
    const first = list.first()
    return [...(first ? [first] : []), list.counts(), list.page(counts)].map((text) => queryOf(text).name)
  }

  it('are prepared once for all accounts, pages and sizes of a plain list', () => {
    const names = namesOf(1, {})
    expect(new Set(names).size).toBe(3)
    expect(names).not.toContain(undefined)
    expect(namesOf(2, { limit: 7 })).toEqual(names)
    expect(namesOf(2, { limit: 7, offset: 20 })).toEqual(names.slice(1))
    expect(namesOf(2, { type: 'company' })).not.toContain(names[0])
  })

  it.each<[Query, number]>([
    [{ pattern: 'a*' }, 2],
    [{ order_by: 'last_name' }, 1],
  ])('are not prepared where their plan depends on values: %j', (query, without) => {
    expect(namesOf(1, query).filter((name) => name === undefined)).toHaveLength(without)
  })
})

/** Returns the plan nodes of all statements of a list. */
async function planned(query: Query): Promise<string[]> {
  const list = new CustomerList(own.resellerId, listCustomers.input.parse(query) as Input<typeof listCustomers>)
  const plans = async ({ text, values }: Sql) => {
    const { rows } = await running.sql.query(`explain (format json) ${text}`, values)
    return nodes(rows[0]['QUERY PLAN'][0].Plan)
  }
  await running.sql.query('begin')
  try {
    const planning = list.planning()
    if (planning) await running.sql.query(planning.text, planning.values)
    const counting = list.counts()
    const counts = (await running.sql.query<Counts>(counting.text, counting.values)).rows[0]!
    const pages = [list.first(), ...(counts.total > 0 ? [list.page(counts)] : [])]
    const found: string[] = []
    for (const text of [counting, ...pages]) if (text) found.push(...(await plans(text)))
    return found
  } finally {
    await running.sql.query('rollback')
  }
}

/** Prefix of plan nodes that run for each shown row. */
const EACH_ROW = 'each row: '

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly PlanNode[]
}

function nodes(node: PlanNode): string[] {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? ''].join(' ')
  const all = [name, ...(node.Plans ?? []).flatMap(nodes)]
  return node['Parent Relationship'] === 'SubPlan' ? all.map((each) => EACH_ROW + each) : all
}

/** The expected result of a query, calculated without the database. */
function matches(person: Person, query: Query): boolean {
  const { first_name, last_name, company_name, handle, email, comments } = person
  const searched: [string | undefined, string[]][] = [
    [query.pattern, [first_name, last_name, company_name, handle]],
    [query.handle_pattern, [handle]],
    [query.email_pattern, [email]],
    [query.first_name_pattern, [first_name]],
    [query.last_name_pattern, [last_name]],
    [query.company_name_pattern, [company_name]],
    [query.comment_pattern, [comments]],
  ]
  const isOfType = query.type === undefined || (query.type === 'company') === (company_name !== '')
  return (
    isOfType && searched.every(([pattern, texts]) => pattern === undefined || texts.some((text) => like(text, pattern)))
  )
}

function like(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(text)
}

function by(order_by: (typeof orders)[number], order: 'asc' | 'desc') {
  const column = { firstName: 'first_name', companyName: 'company_name' }[order_by as string] ?? order_by
  const key = (person: Person) => {
    const value = person[column as keyof Person]
    return typeof value === 'number' ? value : column === 'handle' ? value : fold(value)
  }
  const sign = order === 'asc' ? 1 : -1
  return (a: Person, b: Person) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
  }
}
