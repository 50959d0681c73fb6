import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { migrate } from './migrate'

const TABLE = 'create table item (id int primary key, label text)'
const INDEX = '-- no transaction\ncreate index concurrently if not exists item_label on item (label)'

let database: TestDatabase
let other: Client

beforeEach(async () => {
  database = await testDatabase()
  other = new Client({ connectionString: database.url })
  await other.connect()
})

afterEach(async () => {
  await other?.end()
  await database?.drop()
})

function service(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return { service: 'sample', folders: [folder] }
}

const isValid = async (index: string) =>
  (await other.query(`select indisvalid from pg_index where indexrelid = to_regclass('sample.${index}')`)).rows[0]
    ?.indisvalid

describe('a migration that needs a lock', () => {
  const patience = { timeoutMs: 50, pauseMs: 50, attempts: 1_000 }

  it('lets the queries of the table run between its attempts, and succeeds when the lock is free', async () => {
    await migrate(database.url, service({ '0001_item.sql': TABLE }))
    await other.query('begin')
    await other.query('select from sample.item')
    const migrating = migrate(
      database.url,
      service({ '0001_item.sql': TABLE, '0002_size.sql': 'alter table item add column size int' }),
      patience,
    )
    const reader = new Client({ connectionString: database.url, statement_timeout: 10_000 })
    await reader.connect()
    for (let read = 0; read < 5; read++) await reader.query('select from sample.item')
    await reader.end()
    await other.query('commit')
    expect(await migrating).toEqual(['0002_size.sql'])
  })

  it('fails with a sentence that says what to do when a transaction never ends', async () => {
    await migrate(database.url, service({ '0001_item.sql': TABLE }))
    await other.query('begin')
    await other.query('select from sample.item')
    const migrating = migrate(
      database.url,
      service({ '0001_item.sql': TABLE, '0002_size.sql': 'alter table item add column size int' }),
      { timeoutMs: 20, pauseMs: 1, attempts: 3 },
    )
    await expect(migrating).rejects.toThrow(
      'migration sample/0002_size.sql failed: a lock was not granted within 20 ms, 3 times: end the long transaction',
    )
  })
})

describe('an index that is created concurrently', () => {
  it('is created while transactions write to its table', async () => {
    await migrate(database.url, service({ '0001_item.sql': TABLE }))
    await other.query('begin')
    await other.query(`insert into sample.item values (1, 'a')`)
    const migrating = migrate(database.url, service({ '0001_item.sql': TABLE, '0002_label.sql': INDEX }), {
      timeoutMs: 1,
      pauseMs: 1,
      attempts: 1,
    })
    await eventually(async () => (await isValid('item_label')) === false, 'the index is being created')
    await other.query('commit')
    expect(await migrating).toEqual(['0002_label.sql'])
    expect(await isValid('item_label')).toBe(true)
  })

  it('is created again when the run before was killed', async () => {
    await migrate(database.url, service({ '0001_item.sql': TABLE }))
    await other.query('begin')
    await other.query(`insert into sample.item values (1, 'a')`)
    const files = service({ '0001_item.sql': TABLE, '0002_label.sql': INDEX })
    const killed = migrate(database.url, files)
    const failure = expect(killed).rejects.toThrow()
    await eventually(async () => (await isValid('item_label')) === false, 'the index is being created')
    const killer = new Client({ connectionString: database.url })
    await killer.connect()
    await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%create index concurrently%' and pid <> pg_backend_pid()`)
    await killer.end()
    await failure
    await other.query('commit')
    expect(await isValid('item_label')).toBe(false)
    expect(await migrate(database.url, files)).toEqual(['0002_label.sql'])
    expect(await isValid('item_label')).toBe(true)
  })

  it('is kept when the run before was killed after it was created', async () => {
    const files = service({ '0001_item.sql': TABLE, '0002_label.sql': INDEX })
    await migrate(database.url, files)
    await other.query(`delete from sample.schema_migration where name = '0002_label.sql'`)
    expect(await migrate(database.url, files)).toEqual(['0002_label.sql'])
  })

  it('does not wait for another migrator that waits for its turn', async () => {
    await migrate(database.url, service({ '0001_item.sql': TABLE }))
    const files = service({ '0001_item.sql': TABLE, '0002_label.sql': INDEX })
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, files)))
    expect(runs.flat()).toEqual(['0002_label.sql'])
  })
})

it('a migration that updates in batches keeps what it has done, and continues when it is repeated', async () => {
  const rows = `${TABLE}; insert into item select n, case n when 25 then 'x' end from generate_series(1, 30) n;
    alter table item add column size int check (size < 3)`
  const batches = `-- no transaction
    do $$ declare done int := 0; last int;
    begin loop
      select max(id) into last from (select id from item where id > done order by id limit 10) batch;
      exit when last is null;
      update item set size = length(coalesce(label, 'ab')) + case label when 'x' then 5 else 0 end
      where id > done and id <= last and size is null;
      commit;
      done := last;
    end loop; end $$`
  const files = service({ '0001_item.sql': rows, '0002_size.sql': batches })
  await expect(migrate(database.url, files)).rejects.toThrow('violates check constraint')
  const filled = async () => Number((await other.query('select count(size) from sample.item')).rows[0].count)
  expect(await filled()).toBe(20)
  await other.query('update sample.item set label = null')
  expect(await migrate(database.url, files)).toEqual(['0002_size.sql'])
  expect(await filled()).toBe(30)
})

it('a schema with tables that no migration has created is refused', async () => {
  const files = service({ '0001_item.sql': TABLE })
  await migrate(database.url, files)
  await other.query('delete from sample.schema_migration')
  await expect(migrate(database.url, files)).rejects.toThrow(
    'The schema sample cannot be migrated: it has the table item, but no list of applied migrations.',
  )
})
