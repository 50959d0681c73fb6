import { readFileSync } from 'node:fs'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { EppConnection } from '@nameyard/epp/connection'
import { createHost } from '@nameyard/epp/host/create'
import { CONTACT, DOMAIN, HOST } from '@nameyard/epp/namespaces'
import { NotSent } from '@nameyard/epp/transport-errors'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { OutboxModule } from '@nameyard/outbox/outbox-module'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { Clock } from '@nameyard/runtime/clock'
import { eventually } from '@nameyard/testing/eventually'
import { Journal } from '../src/operations/journal.store'
import { OperationWrites } from '../src/operations/operation-writes'
import { startPlatform, type Platform } from './platform'

let platform: Platform

beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())

const identities = async () => {
  const { rows } = await platform.sql.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name = 'nameyard-registry-worker-identity' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}
const check = (names: string[]) => platform.domains.rpc.call(checkNames, { names }, platform.domains.call())
const stateOf = async (operationId: string) => (await platform.operation(operationId))?.state

describe('workers and their registry', () => {
  it('start without the registry, report it as unavailable, and execute operations when it runs', async () => {
    await platform.worker({ REGISTRY_SANDBOX_SESSIONS: '3' })
    const operationId = await platform.submit('early.com')
    await eventually(async () => (await stateOf(operationId)) === 'queued', 'the queued operation')
    await eventually(async () => ((await platform.operation(operationId))?.attempts ?? 0) > 0, 'the first attempt')
    await expect(check(['early.com'])).rejects.toMatchObject({ refusal: 'registry_unavailable' })
    expect((await platform.operation(operationId))?.reason).toMatchObject({ refusal: 'registry_unavailable' })
    expect(await platform.journal(operationId, 'domain:create')).toEqual([])

    await platform.openRegistry()
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect((await check(['early.com'])).results).toEqual([expect.objectContaining({ available: false })])
  })

  it('combine waiting requests into one check', async () => {
    const before = (await platform.audit({ command: 'domain:check' })).length
    const names = Array.from({ length: 60 }, (_, index) => `wanted-${index % 30}.com`)
    const answers = await Promise.all(names.map((name) => check([name])))
    expect(answers.map(({ results }) => results)).toEqual(names.map((name) => [{ name, available: true }]))
    expect((await platform.audit({ command: 'domain:check' })).length - before).toBeLessThanOrEqual(10)
  })

  it('answer the other requests when one of them fails', async () => {
    const [free, foreign, taken] = await Promise.allSettled([
      check(['free.com']),
      check(['name.unsold']),
      check(['taken.com', 'free.nl']),
    ])
    expect(free).toMatchObject({ value: { results: [{ name: 'free.com', available: true }] } })
    expect(foreign).toMatchObject({ reason: { refusal: 'extension_invalid' } })
    expect(taken).toMatchObject({
      value: {
        results: [
          { name: 'taken.com', available: false },
          { name: 'free.nl', available: true },
        ],
      },
    })
  })

  it('log in again when the registry has ended the login', async () => {
    await platform.fault({ command: 'domain:check', kind: 'inject-code', code: 2002 })
    await expect(check(['again.com'])).rejects.toMatchObject({ refusal: 'registry_unavailable' })
    expect((await check(['again.com'])).results).toEqual([{ name: 'again.com', available: true }])
  })

  it('never have more sessions together than the account allows', async () => {
    await platform.policy({ maxSessions: 3 })
    await platform.worker({ REGISTRY_SANDBOX_SESSIONS: '3' })
    const names = Array.from({ length: 16 }, (_, index) => `crowd-${index}.com`)
    const operations = await Promise.all(names.map((name) => platform.submit(name)))
    for (const id of operations) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await platform.audit({ command: 'login', code: '2502' })).toEqual([])
    const { rows } = await platform.sql.query<{ slots: number }>(
      `select count(*)::int as slots from worker_lease where key ~ '^sandbox/\\d+$' and held_until > now()`,
    )
    expect(rows[0]!.slots).toBeLessThanOrEqual(3)
  })

  it('take over the operations of a crashed worker, and query the registry about their commands', async () => {
    await platform.fault({ command: 'domain:create', object: 'orphan.com', kind: 'drop-response' })
    const operationId = await platform.submit('orphan.com')
    await eventually(
      async () => (await platform.journal(operationId, 'domain:create')).includes('sent'),
      'a sent command',
    )
    const { rows } = await platform.sql.query<{ pid: number }>(
      `select l.pid from pg_locks l join operation o on o.worker = l.objid::int
       where l.locktype = 'advisory' and l.classid = 7305813 and o.id = $1`,
      [operationId],
    )
    await platform.sql.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect(await platform.creates('orphan.com')).toBe(1)
    expect(await platform.journal(operationId, 'domain:create')).toEqual(['reconciled'])
    await eventually(async () => (await identities()).length === 2, 'two workers with an identity')
  })

  it.each([
    ['with a command in flight', 'sent', null],
    ['with a written answer and no settlement', 'answered', 1000],
  ])('finish the operation of a worker that crashed %s', async (_, state, code) => {
    const name = `left-${state}.com`
    const operationId = await platform.submit(name)
    await platform.ended(operationId)
    // The state that a crashed worker leaves: no connection locks its number.
    await platform.sql.query(
      `update registry_transaction set state = $2, code = $3 where operation_id = $1 and command = 'domain:create'`,
      [operationId, state, code],
    )
    await platform.sql.query(
      `update operation set state = 'executing', worker = 1234567, settled_at = null where id = $1`,
      [operationId],
    )
    await eventually(() => platform.settledOf(operationId).length === 2, 'a settlement by another worker')
    expect(platform.settledOf(operationId).map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect(await platform.creates(name)).toBe(1)
    expect(await platform.audit({ command: 'domain:create', object: name })).toHaveLength(1)
  })
})

describe('the journal', () => {
  @Module({})
  class Root {}

  const withJournal = async (work: (journal: Journal) => Promise<void>) => {
    const persistence = PersistenceModule.forService({
      service: 'registry-worker',
      url: platform.databaseUrl,
      entities: [],
    })
    const imports = [
      persistence,
      MessagingModule.forService({ service: 'registry-worker', url: 'amqp://127.0.0.1:1' }),
      OutboxModule.forService({ now: () => platform.clock.now() }),
    ]
    const providers = [{ provide: Clock, useValue: platform.clock }, OperationWrites, Journal]
    const app = await NestFactory.createApplicationContext({ module: Root, imports, providers }, { logger: false })
    await work(app.get(Journal)).finally(() => app.close())
  }

  it('refuses to send for an operation of another worker, and does not mark it as sent', async () => {
    const operationId = await platform.submit('held.com')
    await platform.ended(operationId)
    await platform.sql.query(`update operation set state = 'executing', worker = 7654321 where id = $1`, [operationId])
    // The test needs one session in addition to those of the workers.
    await platform.policy({ maxSessions: 4 })
    const session = await EppConnection.open({
      host: '127.0.0.1',
      port: platform.eppPort,
      tls: { ca: readFileSync(platform.certificate, 'utf8'), servername: 'localhost' },
      clientId: 'nameyard',
      password: platform.password,
      objURIs: [DOMAIN, CONTACT, HOST],
      extURIs: [],
      timeouts: { connectMs: 5_000, answerMs: 5_000 },
    })
    await withJournal(async (journal) => {
      const send = journal.transact(
        session,
        { id: operationId, failReason: null },
        42,
        'ns.held.example',
        createHost('ns.held.example', []),
      )
      await expect(send).rejects.toBeInstanceOf(NotSent)
    })
    expect(await platform.journal(operationId, 'host:create')).not.toContain('sent')
    expect(await platform.audit({ command: 'host:create', object: 'ns.held.example' })).toEqual([])
    await session.logout()
  })

  // Otherwise a pending command looks lost, and is sent and charged a second time.
  it('reads a command only when its answer is written, however slow the database is', async () => {
    const worker = 7_654_322
    const operationId = await platform.submit('slow.com')
    await platform.ended(operationId)
    // The operation stays ended, so that no worker takes it over.
    await platform.sql.query('update operation set worker = $2 where id = $1', [operationId, worker])
    const slow = new Client({ connectionString: platform.databaseUrl })
    await slow.connect()
    try {
      await withJournal(async (journal) => {
        const command = { name: 'domain:restore-request', object: 'slow.com' }
        await journal.record({ id: operationId, failReason: null }, worker, command, async (cltrid, beforeWrite) => {
          await beforeWrite('<epp/>')
          await slow.query('begin')
          await slow.query('select from registry_worker.registry_transaction where cltrid = $1 for update', [cltrid])
          return { svTRID: 'pending-1', code: 1001, frame: '<epp/>' }
        })
        await eventually(async () => {
          const { rowCount } = await platform.sql.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
               and query like '%registry_transaction%'`,
          )
          return rowCount! > 0
        }, 'the answer that is being written')
        const reading = journal.unsettled(operationId, command.name)
        const pause = new Promise((resolve) => setTimeout(resolve, 300, 'waits'))
        expect(await Promise.race([reading, pause])).toBe('waits')
        await slow.query('rollback')
        expect(await reading).toMatchObject({ state: 'answered', code: 1001 })
      })
    } finally {
      await slow.end()
    }
  })
})
