import { z } from 'zod'
import { page } from './page'
import { parseQuery, printQuery, queryParameters } from './query'
import { flag, order, orderedBy, word } from './scalars'

const query = z.object({
  ...page({ max: 500 }),
  domain: z.object({ name: z.string(), extension: z.string() }).partial().optional(),
  order_by: z.object({ name: order, creation_date: order }).partial().optional(),
  status: z.array(word('ACT', 'DEL')).optional(),
  with_records: flag.prefault(false),
  pattern: z.string().optional(),
})
const read = (raw: Parameters<typeof parseQuery>[0]) => query.parse(parseQuery(raw, query))

test('dotted names become nested objects', () => {
  expect(read({ 'domain.name': 'example', 'domain.extension': 'com', 'order_by.name': 'DESC' })).toMatchObject({
    domain: { name: 'example', extension: 'com' },
    order_by: { name: 'desc' },
  })
})

test('a list parameter may be sent once, repeatedly, or with a trailing []', () => {
  expect(read({ status: ['ACT', 'del'] }).status).toEqual(['ACT', 'DEL'])
  expect(read({ status: 'ACT' }).status).toEqual(['ACT'])
  expect(read({ 'status[]': ['ACT', 'DEL'] }).status).toEqual(['ACT', 'DEL'])
})

test('the last value wins if a parameter that is no list is repeated', () =>
  expect(read({ limit: ['5', '7'] }).limit).toBe(7))

test('unknown names and empty values are ignored', () => {
  expect(parseQuery({ unknown: '1', pattern: '', '__proto__.polluted': '1', order_by: 'name' }, query)).toEqual({})
})

test('missing parameters get their defaults', () => {
  expect(read({})).toEqual({ limit: 100, offset: 0, with_records: false })
})

test('a limit above the maximum is refused', () => {
  expect(query.safeParse(parseQuery({ limit: '501' }, query)).success).toBe(false)
})

test('queryParameters lists the parameters by flat name', () => {
  expect([...queryParameters(query).keys()]).toEqual([
    'limit',
    'offset',
    'domain.name',
    'domain.extension',
    'order_by.name',
    'order_by.creation_date',
    'status',
    'with_records',
    'pattern',
  ])
})

test('a printed query is parsed to the same value', () => {
  const input = read({
    'domain.name': 'example',
    'order_by.creation_date': 'asc',
    status: ['ACT', 'DEL'],
    with_records: '1',
    pattern: '*%_',
  })
  const printed: Record<string, string[]> = {}
  for (const [name, value] of printQuery(input)) (printed[name] ??= []).push(value)
  expect(printed['with_records']).toEqual(['1'])
  expect(read(printed)).toEqual(input)
})

it('keeps the order of the columns to sort by', () => {
  const sorted = z.object({ order_by: orderedBy('id', 'name') })
  const read = (query: Record<string, string>) => Object.keys(sorted.parse(parseQuery(query, sorted)).order_by)
  expect(read({ 'order_by.name': 'ASC', 'order_by.id': 'desc' })).toEqual(['name', 'id'])
  expect(read({ 'order_by.id': 'ASC', 'order_by.name': 'desc' })).toEqual(['id', 'name'])
  expect([...queryParameters(sorted).keys()]).toEqual(['order_by.id', 'order_by.name'])
})
