import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import type { Actor, Call, InputGiven } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { actorSettings, signing, speaker } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { service } from '../src/service'

const correlationId = '00000000-0000-4000-8000-000000000001'

/** The service with its own database and broker, a caller and an SQL client. */
export interface RunningService {
  readonly clock: SettableClock
  readonly amqpUrl: string
  /** `AUDIT_FOLDER`. */
  readonly auditFolder: string
  /** The name under which the caller's requests as an operator are recorded. */
  readonly operator: string
  readonly rpc: Rpc
  readonly sql: Client
  anonymous(): Call
  /** Opens an account and returns calls of its first contact, an administrator. */
  account(change?: Partial<InputGiven<typeof createReseller>['contact']>): Promise<Account>
  /** Starts and ends another process of the service, which does all work that is due. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export interface Account {
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly password: string
  call(actor?: Partial<Actor>): Call
}

@Module({})
class Caller {}

export async function runningService(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const clock = new SettableClock(new Date('2027-01-01T00:00:00Z'))
  const [database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to customers')
  const auditFolder = await mkdtemp(join(tmpdir(), 'nameyard-audit-'))
  const config = loadConfig(service.config, {
    DATABASE_URL: database.url,
    AMQP_URL: broker.url,
    ...actorSettings,
    AUDIT_FOLDER: auditFolder,
    ...settings,
  })
  const start = () => service.start(config, { clock, log: createLog('test', 'silent') })
  const running = await start()
  const caller = await NestFactory.createApplicationContext(
    {
      module: Caller,
      imports: [
        MessagingModule.forService({
          service: 'gateway',
          url: broker.url,
          now: () => clock.epochMs(),
          senderOf: speaker('gateway'),
        }),
      ],
    },
    { logger: false },
  )
  const rpc = signing(caller.get(Rpc))
  const anonymous = (): Call => ({ correlationId, deadline: clock.epochMs() + 10_000 })
  let accounts = 0
  return {
    clock,
    amqpUrl: broker.url,
    auditFolder,
    operator: new URL(broker.url).username,
    rpc,
    sql,
    anonymous,
    async account(change = {}) {
      const contact = {
        username: `user${++accounts}`,
        password: 'correct horse battery',
        email: 'a@example.com',
        ...change,
      }
      const opened = await rpc.call(createReseller, { company: 'Example', currency: 'EUR', contact }, anonymous())
      const actor: Actor = { ...opened, username: contact.username, role: 'admin', scope: everyRight }
      return { ...opened, ...contact, call: (other = {}) => ({ ...anonymous(), actor: { ...actor, ...other } }) }
    },
    async sweep() {
      const other = await start()
      await other.close()
    },
    async close() {
      await caller.close()
      await running.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop(), rm(auditFolder, { recursive: true })])
    },
  }
}
