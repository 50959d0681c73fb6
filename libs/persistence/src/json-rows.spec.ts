import fc from 'fast-check'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { DatabaseWatch } from './database-watch'
import { GuardedClient } from './guarded-client'
import { instant, isSet, jsonRows, list, mapped, number, PrintedRows, text, words } from './json-rows'

interface Sample {
  readonly id: number
  readonly name: { readonly first: string; readonly whole: string }
  readonly at: string
  readonly isKnown: boolean
  readonly tags: { readonly value: string }[]
  readonly state: string | null
}

const samples = jsonRows<Sample>().of(
  {
    id: number('id'),
    name: { first: text('first'), whole: words('first', 'middle', 'last') },
    at: instant('at'),
    isKnown: isSet('at'),
    tags: list('tags', (value) => ({ value })),
    state: mapped('state', (state) => state && state.toUpperCase()),
  },
  ['id', 'total'],
)

interface Row {
  readonly first: string
  readonly middle: string
  readonly last: string
  readonly tags: readonly string[]
  readonly state: string | null
}

const expected = ({ first, middle, last, tags, state }: Row, id: number): Sample => ({
  id,
  name: { first, whole: [first, middle, last].filter((word) => word !== '').join(' ') },
  at: '0000-00-00 00:00:00',
  isKnown: false,
  tags: tags.map((value) => ({ value })),
  state: state && state.toUpperCase(),
})

describe('rows printed as JSON', () => {
  let clone: TestDatabase
  let watch: DatabaseWatch
  let client: GuardedClient

  beforeAll(async () => {
    clone = await testDatabase({ name: 'sample-service', migrations: [] })
    watch = new DatabaseWatch({ url: clone.url, statementMs: 30_000, silenceMs: 3_000, now: () => performance.now() })
    client = new GuardedClient({ connectionString: clone.url, watch })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await watch?.stop()
    await clone?.drop()
  })

  const print = async (query: { text: string; values?: unknown[]; name?: string }) => {
    const printed = new PrintedRows(samples)
    await client.query({ ...query, printed })
    return printed
  }
  const sample = (columns: string) => `select 1 as id, 'a' as first, '' as middle, 'b' as last, null::timestamptz as at,
    '{}'::text[] as tags, null as state${columns && `, ${columns}`}`

  /** The named statement is described once, the other one each time. */
  it.each([undefined, 'samples'])('are those of JSON.stringify, for any texts (statement: %s)', async (name) => {
    const statement = `
      select id, first, middle, last, null::timestamptz as at, state,
        array(select jsonb_array_elements_text(tags)) as tags
      from jsonb_to_recordset($1::jsonb) as given (first text, middle text, last text, tags jsonb, state text, id int)
      order by id`
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0001', '\u001f', '\u007f', 'ü', '😀', 'a', '/') }),
      fc.constantFrom('', 'x'.repeat(20_000), '\u0001'.repeat(9_000)),
    )
    const rows: fc.Arbitrary<Row[]> = fc.array(
      fc.record({
        first: texts,
        middle: texts,
        last: texts,
        tags: fc.array(texts, { maxLength: 3 }),
        state: fc.option(texts),
      }),
      { maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const numbered = given.map((row, index) => ({ ...row, id: index + 1 }))
        const printed = await print({ text: statement, values: [JSON.stringify(numbered)], ...(name && { name }) })
        const all = given.map((row, index) => expected(row, index + 1))
        expect(printed.rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
        const count = Math.max(0, given.length - 1)
        expect(printed.list(given.length).toString()).toBe(JSON.stringify(all))
        expect(printed.list(count).toString()).toBe(JSON.stringify(all.slice(0, count)))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05'],
    ['2026-01-02T03:04:05.987654Z', '2026-01-02 03:04:05'],
    ['2026-01-02T03:04:05+05:30', '2026-01-01 21:34:05'],
    [null, '0000-00-00 00:00:00'],
  ])('have the instant %s as %s, in any time zone of the session', async (at, shown) => {
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
      await client.query(`set time zone '${zone}'`)
      const printed = await print({ text: sample('').replace('null::timestamptz', '$1::timestamptz'), values: [at] })
      expect(JSON.parse(printed.list(1).toString())).toMatchObject([{ at: shown, isKnown: at !== null }])
    }
    await client.query(`set time zone 'UTC'`)
  })

  it('are given with the numbers beside them, 0 for a column that the statement does not have', async () => {
    expect((await print({ text: sample('') })).rows).toMatchObject([{ id: 1, total: 0 }])
    expect((await print({ text: sample('12 as total') })).rows).toMatchObject([{ id: 1, total: 12 }])
  })

  it('are an empty list without rows', async () => {
    const printed = await print({ text: `${sample('')} where false` })
    expect(printed.list(0).toString()).toBe('[]')
  })

  it('fail as a query when a column is missing, and the connection works on', async () => {
    await expect(print({ text: 'select 1 as id' })).rejects.toThrow('the statement has no column first')
    expect((await print({ text: sample('') })).rows).toHaveLength(1)
  })
})
