import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applications } from '@nameyard/embedded/platform/applications'
import { checkMigrations } from '../src/check/check-migrations'

const folders = [...new Set(applications.flatMap(({ migrations }) => migrations))]

const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))

const check = (...migrations: string[]) =>
  checkMigrations(migrations.map((sql, at) => ({ name: `${String(at + 2).padStart(4, '0')}_planted.sql`, sql })))

it.each(folders)('the migrations in %s leave every table in use', async (folder) => {
  expect(await checkMigrations(filesOf(folder))).toEqual([])
})

describe('a check of migrations refuses', () => {
  it.each([
    ['an index that is not built concurrently', 'create index i on t (a)', 'builds the index i under a lock'],
    ['an index on only a table without partitions', 'create index i on only t (a)', 'builds the index i under a lock'],
    ['an index that is not dropped concurrently', 'drop index i', 'drops an index under a lock'],
    ['a new type of a column', 'alter table t alter column a type bigint', 'changes the type of t.a'],
    ['a column that becomes not null without proof', 'alter table t alter column a set not null', 'sets t.a not null'],
    ['a volatile default', 'alter table t add column a uuid default gen_random_uuid()', 'a volatile default'],
    ['a volatile default inside an expression', "alter table t add column a text default 'x' || random()", 'volatile'],
    ['a serial column', 'alter table t add column a bigserial', 'computed for every row'],
    ['an identity column', 'alter table t add column a int generated always as identity', 'computed for every row'],
    [
      'a generated column',
      'alter table t add column a int generated always as (b + 1) stored',
      'computed for every row',
    ],
    [
      'a column that is not null without a default',
      'alter table t add column a int not null',
      'fails on a table with rows',
    ],
    ['a column with a check', 'alter table t add column a int check (a > 0)', 'reads the table under a lock'],
    ['a column with a foreign key', 'alter table t add column a int references u', 'reads the table under a lock'],
    ['a check that is validated at once', 'alter table t add constraint c check (a > 0)', 'add it as not valid'],
    [
      'a foreign key that is validated at once',
      'alter table t add foreign key (a) references u',
      'add it as not valid',
    ],
    ['a unique constraint without its index', 'alter table t add constraint c unique (a)', 'using index'],
    ['an exclusion constraint', 'alter table t add constraint c exclude (a with =)', 'reads the table under a lock'],
    ['a dropped column without a note', 'alter table t drop column a', 'drops or renames what running code may use'],
    ['a renamed column without a note', 'alter table t rename column a to b', 'drops or renames'],
    ['a dropped table without a note', 'drop table t', 'drops or renames'],
    ['a renamed table without a note', 'alter table t rename to u', 'drops or renames'],
    ['an update of a whole table', 'update t set a = 1', 'in batches'],
    ['a delete in a query', 'with gone as (delete from t returning *) select 1 from gone', 'in batches'],
    ['a copy of a table', 'insert into t (a) select b from u', 'in batches'],
    [
      'a new table that is filled while its foreign key locks another one',
      'create table t (a int references u); insert into t (a) select b from u',
      'fills t while it locks u',
    ],
    [
      'a new table that is filled while a trigger locks another one',
      'create table t (a int); create trigger g after insert on u execute function f(); insert into t (a) select b from u',
      'fills t while it locks u',
    ],
    ['a block that updates without commits', 'do $$ begin update t set a = 1; end $$', 'in batches'],
    ['a table that is rewritten', 'alter table t set unlogged', 'rewrites the table t'],
    ['a full vacuum', 'vacuum full t', 'autovacuum'],
    ['a table that is locked', 'lock table t', 'locks a table'],
    ['a table that is emptied', 'truncate t', 'empties a table'],
    [
      'changes of two tables',
      'alter table t add column a int; alter table u add column a int',
      'creates or alters 2 tables',
    ],
    ['a concurrent index in a transaction', 'create index concurrently i on t (a)', 'needs the first line'],
  ])('%s', async (_, sql, finding) => {
    expect(await check(sql)).toEqual([expect.stringContaining(finding)])
  })

  it('a constraint that is validated in the transaction that adds it', async () => {
    const findings = await check(
      'alter table t add constraint c check (a > 0) not valid; alter table t validate constraint c;',
    )
    expect(findings).toEqual([expect.stringContaining('validate it in the next migration')])
  })

  it('a column that becomes not null in the statement that drops the proof', async () => {
    const findings = await check(
      'alter table t add constraint c check (a is not null) not valid',
      'alter table t validate constraint c',
      'alter table t alter column a set not null, drop constraint c',
    )
    expect(findings).toEqual([expect.stringContaining('0004_planted.sql sets t.a not null')])
  })

  it('a migration without a transaction that cannot be repeated', async () => {
    const refused = [expect.stringContaining('a killed run repeats it')]
    expect(await check('-- no transaction\ncreate index concurrently i on t (a)')).toEqual(refused)
    expect(await check('-- no transaction\ndrop index concurrently i')).toEqual(refused)
    expect(await check('-- no transaction\nalter table t add column a int')).toEqual(refused)
    expect(await check('-- no transaction\ncreate index concurrently if not exists i on t (a); analyze t;')).toEqual(
      refused,
    )
  })

  it('a name without a number, and a number that is taken', async () => {
    const sql = 'alter table t add column a int'
    const named = (...names: string[]) => checkMigrations(names.map((name) => ({ name, sql })))
    expect(await named('add_a.sql')).toEqual(['add_a.sql is not named NNNN_what_changes.sql'])
    expect(await named('0002_a.sql', '0002_b.sql')).toEqual([
      '0002_b.sql has the number of 0002_a.sql: take the next free one',
    ])
  })
})

describe('a check of migrations accepts', () => {
  it.each([
    [
      'columns with constant, stable or no default',
      "alter table t add column a text[] not null default '{}', add column b int, add column c timestamptz not null default now()",
    ],
    [
      'everything on a table that the migration creates',
      'create table t (id bigserial primary key, a int not null); create index i on t (a); insert into t (a) select id from u;',
    ],
    [
      'a new table with a foreign key that is filled before it locks the other table',
      'create table v (a int); insert into v (a) select a from u; create trigger g after insert on u execute function f()',
    ],
    ['an empty new table with a foreign key', 'create table t (a int references u); create index i on t (a)'],
    [
      'a repeatable concurrent index',
      '-- no transaction\n-- Finds a.\ncreate unique index concurrently if not exists i on t (a)',
    ],
    ['a constraint that uses an index', 'alter table t add constraint c unique using index i'],
    ['a drop with a note', '-- contract: not read since 0.2.0\nalter table t drop column a'],
    [
      'an update in batches',
      '-- no transaction\ndo $$ begin loop update t set a = 1 where a is null; commit; end loop; end $$',
    ],
    ['a few rows by value', "insert into t (a) values ('b')"],
    [
      'a function that updates rows when it is called',
      'create function f() returns void language sql as $$ update t set a = 1 $$',
    ],
  ])('%s', async (_, sql) => {
    expect(await check(sql)).toEqual([])
  })

  it('an index of the new partitions of a table', async () => {
    const table = 'create table t (a uuid) partition by range (a)'
    expect(await check(table, 'create index i on only t (a)')).toEqual([])
  })

  it('a column that becomes not null after a validated check', async () => {
    const findings = await check(
      'alter table t add constraint c check (a is not null and b is not null) not valid',
      'alter table t validate constraint c',
      'alter table t alter column a set not null, alter column b set not null; alter table t drop constraint c;',
    )
    expect(findings).toEqual([])
  })
})
