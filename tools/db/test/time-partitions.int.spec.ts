import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger } from '@nestjs/common'
import { Client } from 'pg'
import { DataSource } from 'typeorm'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { applications } from '@nameyard/embedded/platform/applications'
import { outboxMigrations } from '@nameyard/outbox/migrations-folder'
import { Outbox } from '@nameyard/outbox/outbox'
import { outboxRetention } from '@nameyard/outbox/retention'
import { Database } from '@nameyard/persistence/database'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { GuardedClient } from '@nameyard/persistence/guarded-client'
import { rangeAfter } from '@nameyard/persistence/id-range'
import { migrate } from '@nameyard/persistence/migrate'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { loadConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { RetentionSweep } from '@nameyard/runtime/retention-sweep'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'

// The sweep logs what it made and dropped.
beforeAll(() => Logger.overrideLogger(false))

const DAY_MS = 86_400_000
/** The migrations make a first partition that ends with the month after this one. */
const now = new Date()
const idAt = (instant: Date) => uuidv7({ msecs: instant.getTime() })
/** An instant on a day of a month that is some months after this one. */
const dayOf = (months: number, day: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day))
const nameOf = (months: number) => `inbox_${rangeAfter(now, 'month', months).name}`

/** A database as a service has it: with the role of the service and nothing else. */
async function opened(url: string, service: string) {
  const { schema, role } = schemaOf(service)
  const watch = new DatabaseWatch({ url, statementMs: 30_000, silenceMs: 3_000, now: () => performance.now() })
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    entities: [],
    installExtensions: false,
    extra: { options: `-c search_path=${schema} -c role=${role} -c datestyle=ISO`, Client: GuardedClient, watch },
  })
  await source.initialize()
  const database = new Database(source)
  const clock = new SettableClock(now)
  const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
  const outbox = new Outbox(() => clock.now(), { publishCommitted: () => undefined } as never)
  const settings = loadConfig(z.object({ ...retentionSettings(outboxRetention.rules) }), {})
  return {
    database,
    query,
    close: async () => {
      await source.destroy()
      await watch.stop()
    },
    /** Sweeps at an instant. */
    sweep: (at: Date) => {
      clock.set(at)
      return new RetentionSweep(database, clock, outboxRetention.rules, settings).run()
    },
    /** Starts the sweep as a service does at an instant, and stops it. */
    start: async (at: Date) => {
      clock.set(at)
      const sweep = new RetentionSweep(database, clock, outboxRetention.rules, settings)
      await sweep.onApplicationBootstrap()
      await sweep.onModuleDestroy()
    },
    once: (messageId: string, takenAt: Date) => {
      clock.set(takenAt)
      return database.unitOfWork({ correlationId: 'c' }, (tx) =>
        outbox.once(tx, messageId, 'test', () => Promise.resolve()),
      )
    },
    partitions: async (table = 'inbox') =>
      (
        await query(
          `select c.relname::text as name from pg_inherits join pg_class c on c.oid = inhrelid
          where inhparent = $1::text::regclass order by pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', name`,
          [table],
        )
      ).map(({ name }) => name as string),
    partitionOf: async (messageId: string) =>
      (await query('select tableoid::regclass::text as name from inbox where message_id = $1', [messageId])).map(
        ({ name }) => name as string,
      ),
  }
}
type Opened = Awaited<ReturnType<typeof opened>>

const withInbox = applications.filter(({ migrations }) => migrations.some((folder) => folder === outboxMigrations))

describe('the partitions of the inbox', () => {
  let template: TestDatabase
  let service: Opened
  beforeEach(async () => {
    template = await testDatabase(...withInbox)
    service = await opened(template.url, 'orders')
  })
  afterEach(async () => {
    await service?.close()
    await template?.drop()
  })

  it.each(withInbox.map(({ name }) => name))('are made and dropped by the role of %s', async (name) => {
    const own = await opened(template.url, name)
    try {
      const [user] = await own.query(
        'select current_user::text as name, rolsuper from pg_roles where rolname = current_user',
      )
      expect(user).toEqual({ name: schemaOf(name).role, rolsuper: false })
      await own.sweep(now)
      expect(await own.partitions()).toEqual([nameOf(2), 'inbox_first', 'inbox_default'])
      await own.sweep(dayOf(3, 16))
      expect(await own.partitions()).toEqual([nameOf(3), nameOf(4), nameOf(5), 'inbox_default'])
    } finally {
      await own.close()
    }
  })

  it('are made once when several processes sweep at the same time', async () => {
    const other = await opened(template.url, 'orders')
    try {
      await Promise.all([service.sweep(dayOf(6, 1)), other.sweep(dayOf(6, 1))])
      expect(await service.partitions()).toEqual([nameOf(6), nameOf(7), nameOf(8), 'inbox_default'])
    } finally {
      await other.close()
    }
  })

  it('handle a message once on both sides of the bound of two months', async () => {
    await service.sweep(dayOf(2, 20))
    const bound = dayOf(3, 1).getTime()
    const [last, first] = [idAt(new Date(bound - 1)), idAt(new Date(bound))]
    for (const id of [last, first]) {
      expect(await service.once(id, new Date(bound))).toBe(true)
      expect(await service.once(id, new Date(bound + DAY_MS))).toBe(false)
    }
    expect(await service.partitionOf(last)).toEqual([nameOf(2)])
    expect(await service.partitionOf(first)).toEqual([nameOf(3)])
  })

  it('end with a drop when the last message of the month is old, and not before', async () => {
    await service.sweep(dayOf(2, 1))
    const old = idAt(dayOf(2, 10))
    const late = idAt(dayOf(2, 11))
    const young = idAt(dayOf(3, 2))
    await service.once(old, dayOf(2, 10))
    // Staged in one month, consumed on the fifth of the next.
    await service.once(late, dayOf(3, 5))
    await service.once(young, dayOf(3, 2))
    await service.sweep(dayOf(3, 18))
    expect(await service.partitionOf(old)).toEqual([nameOf(2)])
    await service.sweep(dayOf(3, 20))
    expect(await service.partitions()).not.toContain(nameOf(2))
    expect(await service.partitionOf(late)).toEqual([])
    expect(await service.partitionOf(young)).toEqual([nameOf(3)])
  })

  it('take identifiers of no month, handle them once, and forget them after the period', async () => {
    await service.sweep(now)
    const ids = ['ffffffff-ffff-4fff-bfff-ffffffffffff', idAt(dayOf(40, 1)), '00000000-0000-4000-8000-000000000001']
    for (const id of ids) {
      expect(await service.once(id, now)).toBe(true)
      expect(await service.once(id, now)).toBe(false)
    }
    expect(await service.partitionOf(ids[0]!)).toEqual(['inbox_default'])
    await service.sweep(new Date(now.getTime() + 13 * DAY_MS))
    expect(await service.query('select from inbox_default')).toHaveLength(2)
    await service.sweep(new Date(now.getTime() + 15 * DAY_MS))
    expect(await service.query('select from inbox_default')).toHaveLength(0)
  })

  it('exist before a service that was stopped for months handles a message', async () => {
    await service.start(dayOf(7, 1))
    expect(await service.partitions()).toEqual([nameOf(7), nameOf(8), nameOf(9), 'inbox_first', 'inbox_default'])
  })

  it('get the messages that came while their month had none', async () => {
    const id = idAt(dayOf(7, 3))
    expect(await service.once(id, dayOf(7, 3))).toBe(true)
    expect(await service.partitionOf(id)).toEqual(['inbox_default'])
    await service.sweep(dayOf(7, 4))
    expect(await service.partitionOf(id)).toEqual([nameOf(7)])
    expect(await service.once(id, dayOf(7, 4))).toBe(false)
  })

  it('stay for the next sweep while a transaction uses the table, which goes on', async () => {
    const holder = new Client({ connectionString: template.url })
    await holder.connect()
    try {
      await holder.query(`begin; insert into orders.inbox values ('${idAt(now)}', 'holder', now())`)
      await service.sweep(dayOf(4, 1))
      expect(await service.partitions()).toContain('inbox_first')
      await holder.query('commit')
      await service.sweep(dayOf(4, 1))
      expect(await service.partitions()).not.toContain('inbox_first')
    } finally {
      await holder.end()
    }
  })
})

describe('the partitions of published messages', () => {
  it('are days, and end when the last message of the day was confirmed two days ago', async () => {
    const template = await testDatabase(...withInbox)
    const service = await opened(template.url, 'orders')
    try {
      const day = (ahead: number) => `sent_${rangeAfter(now, 'day', ahead).name}`
      const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
      const at = (days: number) => new Date(start + days * DAY_MS)
      const keep = (made: Date, sentAt: Date) =>
        service.query(
          `insert into sent (message_id, message, payload, correlation_id, sent_at) values ($1, 'm', '{}', 'c', $2)`,
          [idAt(made), sentAt],
        )
      await service.sweep(at(0.5))
      expect(await service.partitions('sent')).toEqual([day(0), day(1), day(2), 'sent_default'])
      await keep(at(0.1), at(0.2))
      // A message that waited for the broker.
      await keep(at(1.1), at(2.5))
      await service.sweep(at(3))
      expect(await service.partitions('sent')).toEqual([1, 2, 3, 4, 5].map(day).concat('sent_default'))
      await service.sweep(at(4.4))
      expect(await service.partitions('sent')).toContain(day(1))
      await service.sweep(at(4.6))
      expect(await service.partitions('sent')).not.toContain(day(1))
    } finally {
      await service.close()
      await template.drop()
    }
  })
})

describe('a database with a filled inbox', () => {
  let database: TestDatabase
  let service: Opened
  beforeEach(async () => {
    database = await testDatabase()
    const before = mkdtempSync(join(tmpdir(), 'inbox-before-'))
    for (const file of readdirSync(outboxMigrations).filter((name) => name < 'outbox_0130'))
      copyFileSync(join(outboxMigrations, file), join(before, file))
    await migrate(database.url, { service: 'orders', folders: [before] })
    service = await opened(database.url, 'orders')
    await service.query(
      `insert into inbox select overlay(gen_random_uuid()::text placing '019a' from 1)::uuid, 'test', now()
       from generate_series(1, 20000)`,
    )
  })
  afterEach(async () => {
    await service?.close()
    await database?.drop()
  })
  const migrated = () => migrate(database.url, { service: 'orders', folders: [outboxMigrations] })

  it('keeps its rows in the first partition, which is not rewritten', async () => {
    const old = idAt(new Date(now.getTime() - 3 * DAY_MS))
    const strange = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    expect(await service.once(old, now)).toBe(true)
    expect(await service.once(strange, now)).toBe(true)
    const fileOf = async (table: string) => (await service.query(`select pg_relation_filenode('${table}') as file`))[0]
    const file = await fileOf('inbox')
    await migrated()
    expect(await fileOf('inbox_first')).toEqual(file)
    expect(await service.query('select count(*)::integer as rows from inbox')).toEqual([{ rows: 20_002 }])
    expect(await service.once(old, now)).toBe(false)
    expect(await service.once(strange, now)).toBe(false)
    expect(await service.partitionOf(old)).toEqual(['inbox_first'])
    expect(await service.partitionOf(strange)).toEqual(['inbox_default'])
    expect(await service.once(idAt(now), now)).toBe(true)
  })

  it('handles messages, each once, while it is migrated', async () => {
    const taken: string[] = []
    let isMigrating = true
    const consumers = [1, 2, 3].map(async () => {
      while (isMigrating) {
        const id = idAt(now)
        expect(await service.once(id, now)).toBe(true)
        taken.push(id)
      }
    })
    await migrated().finally(() => (isMigrating = false))
    await Promise.all(consumers)
    expect(taken.length).toBeGreaterThan(0)
    for (const id of taken) expect(await service.once(id, now)).toBe(false)
  })
})
