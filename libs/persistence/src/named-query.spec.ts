import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { DatabaseWatch } from './database-watch'
import { GuardedClient } from './guarded-client'

describe('a statement with a name', () => {
  let clone: TestDatabase
  let watch: DatabaseWatch
  let client: GuardedClient
  let descriptions = 0

  beforeAll(async () => {
    clone = await testDatabase({ name: 'sample-service', migrations: [] })
    watch = new DatabaseWatch({ url: clone.url, statementMs: 30_000, silenceMs: 3_000, now: () => performance.now() })
    client = new GuardedClient({ connectionString: clone.url, watch })
    await client.connect()
    client.connection.on('rowDescription', () => descriptions++)
    await client.query('create temporary table sample (id int, at timestamptz, texts text[], more jsonb)')
    await client.query(
      `insert into sample values (1, '2026-01-02T03:04:05Z', '{a,b}', '{"c":1}'), (2, null, null, null)`,
    )
  })
  afterAll(async () => {
    await client?.end()
    await watch?.stop()
    await clone?.drop()
  })
  beforeEach(() => (descriptions = 0))

  const rows = [
    { id: 1, at: new Date('2026-01-02T03:04:05Z'), texts: ['a', 'b'], more: { c: 1 } },
    { id: 2, at: null, texts: null, more: null },
  ]
  const all = { name: 'sample.all', text: 'select id, at, texts, more from sample where id >= $1 order by id' }
  const read = async (query: object) => (await client.query(query)).rows as object[]

  it('is described once for each connection, and its rows stay the same', async () => {
    expect(await read({ ...all, values: [1] })).toEqual(rows)
    expect(await read({ ...all, values: [1] })).toEqual(rows)
    expect(await read({ ...all, values: [2] })).toEqual([rows[1]])
    expect(await read({ ...all, values: [3] })).toEqual([])
    expect(descriptions).toBe(1)
  })

  it('is described each time without a name, because its columns may differ', async () => {
    expect(await read({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
    expect(await read({ text: 'select 2 as two' })).toEqual([{ two: 2 }])
    expect(descriptions).toBe(2)
  })

  it('keeps the columns of several statements apart', async () => {
    const one = { name: 'sample.one', text: 'select id from sample where id = $1' }
    const count = { name: 'sample.count', text: 'select count(*)::int as rows from sample' }
    for (let round = 0; round < 2; round++) {
      expect(await read({ ...one, values: [2] })).toEqual([{ id: 2 }])
      expect(await read(count)).toEqual([{ rows: 2 }])
    }
    expect(descriptions).toBe(2)
  })

  it('works again after it has failed', async () => {
    const divided = { name: 'sample.divided', text: 'select 10 / $1::int as part' }
    await expect(read({ ...divided, values: [0] })).rejects.toThrow('division by zero')
    expect(await read({ ...divided, values: [5] })).toEqual([{ part: 2 }])
    await expect(read({ ...divided, values: ['no number'] })).rejects.toThrow('invalid input syntax')
    expect(await read({ ...divided, values: [2] })).toEqual([{ part: 5 }])
  })

  it('is refused once its columns have changed, and gives no row in their old form', async () => {
    await client.query('create temporary table changing (id int)')
    await client.query('insert into changing values (1)')
    const whole = { name: 'sample.whole', text: 'select * from changing' }
    expect(await read(whole)).toEqual([{ id: 1 }])
    await client.query(`alter table changing add column note text default 'new'`)
    await expect(read(whole)).rejects.toThrow('cached plan must not change result type')
  })

  it('changes rows with and without an answer', async () => {
    const change = { name: 'sample.change', text: 'update sample set more = $1 where id = 2' }
    const told = { name: 'sample.told', text: 'update sample set more = $1 where id = 2 returning more' }
    for (const value of [{ d: 1 }, { d: 2 }]) {
      expect((await client.query({ ...change, values: [value] })).rowCount).toBe(1)
      expect(await client.query({ ...told, values: [value] })).toMatchObject({ rowCount: 1, rows: [{ more: value }] })
    }
  })
})
