import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Module } from '@nestjs/common'
import type { INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import type { Call } from '@nameyard/contracts/operation'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Database, type Tx } from './database'
import { assertMigrated, migrate } from './migrate'
import { PersistenceModule } from './persistence-module'
import { hidden, listed, prepared, queryOf, raw, sql, statement } from './statement'

function migrations(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return folder
}

@Module({})
class Root {}

describe('the database of a service', () => {
  const folder = migrations({ '0001_name.sql': 'create table name (label text primary key)' })
  let clone: TestDatabase
  let app: INestApplicationContext
  let database: Database

  beforeAll(async () => {
    clone = await testDatabase({ name: 'sample-service', migrations: [folder] })
    app = await NestFactory.createApplicationContext(
      {
        module: Root,
        imports: [PersistenceModule.forService({ service: 'sample-service', url: clone.url, entities: [] })],
      },
      { logger: false },
    )
    database = app.get(Database)
  })
  afterAll(async () => {
    await app.close()
    await clone.drop()
  })

  const insert = statement<{ label: string }>(
    'sample.insert',
    ({ label }) => sql`insert into name (label) values (${label})`,
  )
  const labels = statement<void, { label: string }>('sample.labels', () => sql`select label from name order by label`)

  it('works in its own schema under its own role', async () => {
    const [row] = await database.read(sql`select current_role as role, current_schema as schema`)
    expect(row).toEqual({ role: 'nameyard_sample_service', schema: 'sample_service' })
  })

  it('plans a statement once where the service requests that', async () => {
    const plansOnce = await NestFactory.createApplicationContext(
      {
        module: Root,
        imports: [
          PersistenceModule.forService({ service: 'sample-service', url: clone.url, entities: [], plansOnce: true }),
        ],
      },
      { logger: false },
    )
    const some = statement<{ labels: readonly string[] }>(
      'sample.some',
      ({ labels }) => sql`select label from name where label = any(${labels})`,
    )
    const plans = sql`
      select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
      where name = 'sample.some'`
    const service = plansOnce.get(Database)
    for (const label of ['a', 'b', 'c']) await service.read(some, { labels: [label] })
    expect(await service.read(plans)).toEqual([{ custom: 0, generic: 3 }])
    await plansOnce.close()
  })

  it('plans a read of few listed values once', async () => {
    await database.read(sql`create table listed (id int primary key, label text)`)
    await database.read(sql`insert into listed select n, 'label ' || n from generate_series(1, 20000) n`)
    await database.read(sql`analyze listed`)
    const once = statement<{ ids: readonly number[] }, { label: string }>(
      'sample.once',
      ({ ids }) => sql`select label from listed where id = any(${listed(ids, 'int')}) order by id`,
    )
    const anew = statement<{ ids: readonly number[] }, { label: string }>(
      'sample.anew',
      ({ ids }) => sql`select label from listed where id = any(${ids}::int[]) order by id`,
    )
    for (let id = 1; id <= 9; id++) {
      const expected = [{ label: `label ${id}` }, { label: 'label 77' }]
      expect(await database.read(once, { ids: [77, id, 77, 0] })).toEqual(expected)
      expect(await database.read(anew, { ids: [77, id, 77, 0] })).toEqual(expected)
    }
    expect(await database.read(once, { ids: [] })).toEqual([])
    const plans = sql`
      select name, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
      where name in ('sample.once', 'sample.anew') order by name`
    expect(await database.read(plans)).toEqual([
      { name: 'sample.anew', custom: 9, generic: 0 },
      { name: 'sample.once', custom: 5, generic: 5 },
    ])
    await database.read(sql`drop table listed`)
  })

  it('plans a prepared text of run time once for all hidden numbers', async () => {
    const count = (from: number, size: number) =>
      prepared(
        'sample.numbers',
        sql`select n from generate_series(1, 50) n where n > ${from} order by n limit ${hidden(size)}`,
      )
    for (let size = 1; size <= 9; size++) {
      const rows = await database.read<{ n: number }>(count(10, size))
      expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: size }, (_, index) => 11 + index))
    }
    const other = prepared('sample.numbers', sql`select 'another form' as n`)
    expect(await database.read(other)).toEqual([{ n: 'another form' }])
    const plans = await database.read<{ custom: number; generic: number }>(sql`
      select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
      where name like 'sample.numbers.%' order by statement`)
    expect(plans).toEqual([expect.anything(), { custom: 5, generic: 4 }])
  })

  it('commits all of a unit of work, and calls afterCommit after the commit', async () => {
    const seen: number[] = []
    await database.unitOfWork({ correlationId: 'c' }, async (tx) => {
      tx.afterCommit(() => seen.push(1))
      await tx.query(insert, { label: 'kept' })
      expect(seen).toEqual([])
    })
    expect(seen).toEqual([1])
    expect(await database.read(labels)).toEqual([{ label: 'kept' }])
  })

  // A connection prepares the begin and the commit with its first unit of work; later ones are sent with other statements.
  describe.each(['first', 'second'])('the %s unit of work of a connection', (which) => {
    let single: INestApplicationContext
    let own: Database
    beforeAll(async () => {
      const options = { service: 'sample-service', url: clone.url, entities: [], poolSize: 1 }
      const module = { module: Root, imports: [PersistenceModule.forService(options)] }
      single = await NestFactory.createApplicationContext(module, { logger: false })
      own = single.get(Database)
    })
    afterAll(() => single.close())
    beforeEach(async () => {
      if (which === 'second') await own.unitOfWork({ correlationId: 'c' }, (tx) => tx.query(labels))
    })

    const lastly = (tx: Tx, label: string, seen: string[] = []) =>
      tx.beforeCommit(() => {
        seen.push('last')
        return { statement: insert, given: { label }, committed: () => seen.push('committed') }
      })

    it('runs what comes before the commit last', async () => {
      const seen: string[] = []
      await own.unitOfWork({ correlationId: 'c' }, async (tx) => {
        lastly(tx, `${which} last`, seen)
        tx.afterCommit(() => seen.push('after'))
        await tx.query(insert, { label: `${which} work` })
        seen.push('work')
      })
      expect(seen).toEqual(['work', 'last', 'committed', 'after'])
      expect(await database.read(labels)).toEqual(
        expect.arrayContaining([{ label: `${which} last` }, { label: `${which} work` }]),
      )
    })

    it('rolls back when the last statement fails, and the connection works again', async () => {
      const seen: string[] = []
      const work = own.unitOfWork({ correlationId: 'c' }, async (tx) => {
        lastly(tx, 'kept', seen)
        await tx.query(insert, { label: 'lost' })
      })
      await expect(work).rejects.toThrow('name_pkey')
      expect(seen).toEqual(['last'])
      expect(await own.read(labels)).not.toContainEqual({ label: 'lost' })
    })

    describe('of a request that may be repeated', () => {
      const call = {
        correlationId: 'c',
        actor: { resellerId: 1, contactId: 1, username: 'anna', role: 'admin', scope: [] },
        repeat: { key: 'given:1', request: 'r', seal: 's', lifeMs: 1000 },
      } as unknown as Call
      const claimedAs = (placing: () => string) =>
        own.claimWith({
          claim: async (tx) => void (await tx.query(labels)),
          placing: () => queryOf(insert, { label: placing() }),
        })

      it.each([true, false])('stores what the work returned (with a last statement: %s)', async (hasLast) => {
        claimedAs(() => `${which} ${hasLast} placed`)
        await own.unitOfWork(call, async (tx) => {
          if (hasLast) lastly(tx, `${which} placed last`)
        })
        expect(await own.read(labels)).toContainEqual({ label: `${which} ${hasLast} placed` })
      })

      it.each([true, false])('rolls back when that fails (with a last statement: %s)', async (hasLast) => {
        claimedAs(() => 'kept')
        const work = own.unitOfWork(call, async (tx) => {
          if (hasLast) lastly(tx, 'lost last')
          await tx.query(insert, { label: 'lost' })
        })
        await expect(work).rejects.toThrow('name_pkey')
        const stored = await own.read(labels)
        for (const label of ['lost', 'lost last']) expect(stored).not.toContainEqual({ label })
      })

      it('rolls back when what the work returned cannot be stored', async () => {
        claimedAs(() => {
          throw new Error('a circle')
        })
        const work = own.unitOfWork(call, (tx) => tx.query(insert, { label: 'lost' }))
        await expect(work).rejects.toThrow('a circle')
        expect(await own.read(labels)).not.toContainEqual({ label: 'lost' })
      })
    })

    it('has no effect when its only statement fails, also a text of run time', async () => {
      const fails = own.unitOfWork({ correlationId: 'c' }, (tx) => tx.query(insert, { label: 'kept' }))
      await expect(fails).rejects.toThrow('name_pkey')
      const wrong = own.unitOfWork({ correlationId: 'c' }, (tx) => tx.query(sql`select 1/0`))
      await expect(wrong).rejects.toThrow('division by zero')
      await own.unitOfWork({ correlationId: 'c' }, async (tx) => {
        expect(await tx.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
        expect(await tx.query(sql`select now() = statement_timestamp() as "isNew"`)).toEqual([{ isNew: false }])
      })
    })

    it('stores a last statement without any other', async () => {
      await own.unitOfWork({ correlationId: 'c' }, async (tx) => lastly(tx, `${which} alone`))
      expect(await own.read(labels)).toContainEqual({ label: `${which} alone` })
    })

    it('is not said to be committed when a statement has failed and the work hid that', async () => {
      const hidden = own.unitOfWork({ correlationId: 'c' }, async (tx) => {
        await tx.query(insert, { label: 'kept' }).catch(() => undefined)
      })
      await expect(hidden).rejects.toThrow('rolled back')
    })

    it('keeps the statements of TypeORM in the same transaction', async () => {
      const work = own.unitOfWork({ correlationId: 'c' }, async (tx) => {
        await tx.manager.query(`insert into name values ('typeorm')`)
        expect(await tx.query(labels)).toContainEqual({ label: 'typeorm' })
        throw new Error('changed its mind')
      })
      await expect(work).rejects.toThrow('changed its mind')
      expect(await own.read(labels)).not.toContainEqual({ label: 'typeorm' })
    })

    it('runs no statement when the work does nothing', async () => {
      await own.unitOfWork({ correlationId: 'c' }, () => Promise.resolve())
      await expect(own.unitOfWork({ correlationId: 'c' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect(await own.read(sql`select now() = statement_timestamp() as "isAlone"`)).toEqual([{ isAlone: true }])
    })
  })

  it.each(['begin', 'commit'])('stores nothing when the %s fails that is sent with a statement', async (name) => {
    const options = { service: 'sample-service', url: clone.url, entities: [], poolSize: 1 }
    const module = { module: Root, imports: [PersistenceModule.forService(options)] }
    const single = await NestFactory.createApplicationContext(module, { logger: false })
    const own = single.get(Database)
    const work = (label: string) =>
      own.unitOfWork({ correlationId: 'c' }, async (tx) => {
        const given = { label: `${label} last` }
        tx.beforeCommit(() => ({ statement: insert, given, committed: () => undefined }))
        await tx.query(insert, { label })
      })
    await work(`before ${name}`)
    await work(`with ${name}`)
    await own.read(sql`deallocate "${raw(name)}"`)
    await expect(work(`without ${name}`)).rejects.toThrow(`"${name}" does not exist`)
    const stored = (await database.read(labels)).filter(({ label }) => label.includes(` ${name}`))
    expect(stored.map(({ label }) => label)).toEqual(
      ['before', 'with'].flatMap((when) => [`${when} ${name}`, `${when} ${name} last`]),
    )
    await single.close()
  })

  it('rolls back a unit of work that fails', async () => {
    const work = database.unitOfWork({ correlationId: 'c' }, async (tx) => {
      await tx.query(insert, { label: 'lost' })
      tx.afterCommit(() => fail('afterCommit was called without a commit'))
      throw new Error('changed its mind')
    })
    await expect(work).rejects.toThrow('changed its mind')
    expect(await database.read(labels)).not.toContainEqual({ label: 'lost' })
  })

  it('continues after the loss of a connection that is in use', async () => {
    const admin = new Client({ connectionString: clone.url })
    await admin.connect()
    const asleep = `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(10)'`
    const cut = expect(database.read(sql`select pg_sleep(10)`)).rejects.toThrow('terminating connection')
    await eventually(async () => (await admin.query(asleep)).rowCount === 1, 'the connection cut')
    await cut
    await admin.end()
    // The socket's close event arrives after the statement's failure.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await database.read(labels)).toContainEqual({ label: 'kept' })
  })

  it('applies a migration once and refuses one that was changed afterwards', async () => {
    const service = 'sample-service'
    expect(await migrate(clone.url, { service, folders: [folder] })).toEqual([])
    const changed = migrations({ '0001_name.sql': 'create table name (label text)' })
    await expect(migrate(clone.url, { service, folders: [changed] })).rejects.toThrow('was changed after')
  })

  it('names the missing migration of an old schema', async () => {
    const newer = migrations({ '0001_name.sql': 'create table name ()', '0002_more.sql': 'create table more ()' })
    await expect(assertMigrated(clone.url, { service: 'sample-service', folders: [newer] })).rejects.toThrow(
      'lacks migration sample-service/0002_more.sql',
    )
  })

  it('rolls back a migration that fails half-way', async () => {
    const broken = migrations({ '0003_half.sql': 'create table half (); select 1/0' })
    await expect(migrate(clone.url, { service: 'sample-service', folders: [broken] })).rejects.toThrow(
      '0003_half.sql failed',
    )
    const [row] = await database.read<{ half: string | null }>(sql`select to_regclass('half') as half`)
    expect(row?.half).toBeNull()
  })
})
