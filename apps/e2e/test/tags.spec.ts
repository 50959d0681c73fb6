import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Tags over HTTP: the tags of an account and of its customers. */

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('boss')
})
afterAll(() => platform?.close())

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const tag = (value: string) => ({ key: 'customer', value })
const listed = async (query = '', own = ask): Promise<string[]> =>
  (await own('GET', `/v1/tags${query}`)).json.data.results.map(({ value }: { value: string }) => value)
/** Creates a customer with tags and returns its handle. */
const tagged = async (...values: string[]): Promise<string> =>
  (await done('POST', '/v1/customers', { ...person, tags: values.map(tag) })).handle
const tagsOf = async (handle: string) => (await done('GET', `/v1/customers/${handle}`)).tags
const remove = (value: string) => done('DELETE', `/v1/tags?key=customer&value=${encodeURIComponent(value)}`)

it('tags are created once, listed in pages by value, and deleted', async () => {
  for (const value of ['wholesale', 'agency', 'wholesale']) {
    expect(await done('POST', '/v1/tags', tag(value))).toEqual({ success: true })
  }
  expect(await done('GET', '/v1beta/tags/')).toEqual({ results: [tag('agency'), tag('wholesale')], total: 2 })
  expect(await done('GET', '/v1/tags?key=CUSTOMER&limit=1&offset=1')).toEqual({
    results: [tag('wholesale')],
    total: 2,
  })
  expect(await done('GET', '/v1/tags?value=agency')).toEqual({ results: [tag('agency')], total: 1 })
  expect(await done('GET', '/v1/tags?value=agen')).toEqual({ results: [], total: 0 })
  expect(await remove('agency')).toEqual({ success: true })
  expect(await listed()).toEqual(['wholesale'])
  await remove('wholesale')
})

it('blank tags are ignored, and a list of blank tags removes all', async () => {
  const { handle } = await done('POST', '/v1/customers', { ...person, tags: [{ key: 'customer' }, tag('kept')] })
  expect(await tagsOf(handle)).toEqual([tag('kept')])
  for (const tags of [[{ key: 'customer' }], [{ key: 'customer', value: null }]]) {
    expect(await done('PUT', `/v1/customers/${handle}`, { tags, comments: 'of a panel' })).toEqual({ success: true })
    expect(await tagsOf(handle)).toEqual([tag('kept')])
  }
  await done('PUT', `/v1/customers/${handle}`, { tags: [{ key: 'customer' }, tag('new')] })
  expect(await tagsOf(handle)).toEqual([tag('new')])
  expect((await ask('PUT', `/v1/customers/${handle}`, { body: { tags: [{ key: 'other', value: 'x' }] } })).status).toBe(
    400,
  )
  await done('PUT', `/v1/customers/${handle}`, { tags: [] })
  expect(await tagsOf(handle)).toEqual([])
  for (const value of ['kept', 'new']) await remove(value)
})

it('a tag of the maximum length is deleted by a URL of the maximum length', async () => {
  const longest = '語'.repeat(255)
  const handle = await tagged(longest)
  expect(await listed()).toEqual([longest])
  expect(await remove(longest)).toEqual({ success: true })
  expect(await tagsOf(handle)).toEqual([])
})

it('tags are listed after they are assigned, and stay after they are unassigned', async () => {
  const handle = await tagged('vip', 'late payer', 'vip', ' ')
  expect(await listed()).toEqual(['late payer', 'vip'])
  expect(await tagsOf(handle)).toEqual([tag('vip'), tag('late payer')])
  await done('PUT', `/v1/customers/${handle}`, { tags: [tag('new'), tag('vip')] })
  await done('PUT', `/v1/customers/${handle}`, { comments: 'nothing about tags' })
  expect(await tagsOf(handle)).toEqual([tag('new'), tag('vip')])
  expect((await done('GET', `/v1/customers?handle_pattern=${handle}`)).results[0].tags).toEqual([
    tag('new'),
    tag('vip'),
  ])
  await done('PUT', `/v1/customers/${handle}`, { tags: [] })
  expect(await tagsOf(handle)).toEqual([])
  expect(await listed()).toEqual(['late payer', 'new', 'vip'])
  await done('DELETE', `/v1/customers/${handle}`)
  expect(await listed()).toEqual(['late payer', 'new', 'vip'])
  for (const value of ['late payer', 'new', 'vip']) await remove(value)
})

it('deleted tags are removed from the customers of the own account only', async () => {
  const other = await platform.open('somebody else')
  const theirs = (await other('POST', '/v1/customers', { body: { ...person, tags: [tag('gold')] } })).json.data.handle
  const [both, alone, none] = [await tagged('gold', 'silver', 'gold'), await tagged('gold'), await tagged('golden')]
  await remove('gold')
  expect([await tagsOf(both), await tagsOf(alone), await tagsOf(none)]).toEqual([[tag('silver')], [], [tag('golden')]])
  expect(await listed()).toEqual(['golden', 'silver'])
  expect(await listed('', other)).toEqual(['gold'])
  expect((await other('GET', `/v1/customers/${theirs}`)).json.data.tags).toEqual([tag('gold')])
})

it('tags are either listed or unassigned after a concurrent delete and assignment', async () => {
  const handles = await Promise.all(Array.from({ length: 8 }, () => tagged('contended')))
  const given = await Promise.all([
    ...Array.from({ length: 12 }, () => tagged('contended', 'calm')),
    ...handles.map((handle) => done('PUT', `/v1/customers/${handle}`, { tags: [tag('calm'), tag('contended')] })),
    ...Array.from({ length: 4 }, () => ask('DELETE', '/v1/tags?key=customer&value=contended')),
  ])
  const made = given.filter((each): each is string => typeof each === 'string')
  const tags = (await Promise.all([...handles, ...made].map(tagsOf))).flat() as { value: string }[]
  const isHad = tags.some(({ value }) => value === 'contended')
  expect(await listed('?value=contended')).toEqual(isHad ? ['contended'] : [])
  expect(given.filter((each) => typeof each === 'object' && 'status' in each && each.status >= 500)).toEqual([])
})

it('a tag is not assigned to a customer when it is deleted at the same time', async () => {
  const handle = await tagged()
  await done('POST', '/v1/tags', tag('given'))
  const sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  try {
    await sql.query('begin')
    await sql.query(
      `insert into customers.customer_tag (customer_id, tag_id, place)
       select customer.id, tag.id, 1 from customers.customer join customers.tag using (reseller_id)
       where handle = $1 and value = 'given'`,
      [handle],
    )
    let isOver = false
    const deleted = remove('given').finally(() => (isOver = true))
    await eventually(async () => {
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return isOver || (await sql.query(waiting)).rowCount! > 0
    }, 'a deletion that waits or is done')
    await sql.query('commit')
    await deleted
  } finally {
    await sql.end()
  }
  expect(await tagsOf(handle)).toEqual([])
  expect(await listed('?value=given')).toEqual([])
})

it('tags are deleted while their account and customers are being changed', async () => {
  const handle = await tagged('held')
  const sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  try {
    await sql.query('begin')
    await sql.query(
      `select from customers.customer join customers.reseller on reseller.id = reseller_id where handle = $1 for update`,
      [handle],
    )
    expect(await remove('held')).toEqual({ success: true })
  } finally {
    await sql.end()
  }
  expect(await tagsOf(handle)).toEqual([])
})

const refusals: readonly (readonly [number, number, string, string, object?])[] = [
  [400, 806, 'POST', '/v1/tags', { key: 'customer', value: ' ' }],
  [400, 806, 'POST', '/v1/tags', { key: 'customer' }],
  [400, 806, 'POST', '/v1/tags', { key: 'domain', value: 'vip' }],
  [400, 806, 'POST', '/v1/tags', { key: 'customer', value: 'x'.repeat(256) }],
  [400, 806, 'GET', '/v1/tags?key=domain'],
  [400, 806, 'DELETE', '/v1/tags?key=customer'],
  [400, 806, 'DELETE', '/v1/tags?value=vip'],
  [404, 98, 'DELETE', '/v1/tags?key=customer&value=nobody%20has%20it'],
]
it('invalid tags are refused with the right code', async () => {
  const answers = await Promise.all(refusals.map(([, , method, path, body]) => ask(method, path, { body })))
  expect(answers.map(({ status, json }, row) => [status, json.code, ...refusals[row]!.slice(2)])).toEqual(refusals)
})

it('tries every refusal and query field of tags', () => expect(platform.exercised.untried('tags')).toEqual([]))
