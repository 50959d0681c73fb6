import { randomUUID } from 'node:crypto'
import type { Type } from '@nestjs/common'
import { Client } from 'pg'
import type { Payload } from '@nameyard/contracts/event'
import { listEvents } from '@nameyard/contracts/events/list-events'
import { recordEvent } from '@nameyard/contracts/events/record-event'
import type { Actor, Answer, AnyOperation, InputGiven, Result } from '@nameyard/contracts/operation'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { service } from '../src/service'

/** An event as services send it. */
export type Sent = Payload<typeof recordEvent>

/** A page of events, as resellers read them. */
export type Page = Answer<typeof listEvents>

/** A row of the log. */
export interface Logged {
  readonly sequence: number
  readonly id: string
  readonly object: string
  readonly state: string
}

/** The service with its own database and broker, a service that sends events to it, and an SQL client. */
export interface RunningLog {
  readonly clock: SettableClock
  readonly sql: Client
  readonly amqpUrl: string
  readonly sender: TestParty
  readonly gateway: TestParty
  /** Reads the events of an account, as its administrator unless something else is said of the caller. */
  list(account: number, input?: InputGiven<typeof listEvents>, caller?: Partial<Actor>): Promise<Page>
  /** Asks for an operation in the name of an account. */
  ask<O extends AnyOperation>(
    operation: O,
    account: number,
    input: InputGiven<O>,
    caller?: Partial<Actor>,
  ): Promise<Result<O>>
  /** Starts another process of the service. */
  replicate(): Promise<Running>
  /** The metrics of the first process. */
  metrics(): Promise<string>
  /** Returns the next event of an object of an account, which follows that of the last call. */
  next(account: number, object: string, over?: Partial<Sent>): Sent
  /** Publishes events, in this order. */
  publish(...events: readonly Sent[]): Promise<void>
  log(account: number): Promise<Logged[]>
  /** Waits until the log of an account has as many events, and nothing has arrived that is not held. */
  logOf(account: number, length: number): Promise<Logged[]>
  /** Ends the processes of the service. */
  stop(): Promise<void>
  close(): Promise<void>
}

export async function runningLog(
  settings: Readonly<Record<string, string>> = {},
  { at = new Date('2027-01-01T00:00:00Z'), customers = [] }: { at?: Date; customers?: readonly Type[] } = {},
): Promise<RunningLog> {
  const clock = new SettableClock(at)
  const [database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to events')
  const config = loadConfig(service.config, {
    DATABASE_URL: database.url,
    AMQP_URL: broker.url,
    ...actorSettings,
    ...settings,
  })
  const start = () => service.start(config, { clock, log: createLog('test', 'silent') })
  const processes = [await start()]
  const sender = await testParty('domains', { url: broker.url, clock })
  const gateway = await testParty('gateway', { url: broker.url, clock })
  const others =
    customers.length === 0
      ? undefined
      : await testParty('customers', { url: broker.url, clock, controllers: customers })
  const last = new Map<string, Sent>()

  const log = async (account: number) => {
    const { rows } = await sql.query<Logged>(
      `select sequence::float8 as sequence, id, object, state from account_event where account = $1 order by sequence`,
      [account],
    )
    return rows
  }
  const ask = <O extends AnyOperation>(
    operation: O,
    account: number,
    input: InputGiven<O>,
    caller: Partial<Actor> = {},
  ) => {
    const call = gateway.call(account)
    return gateway.rpc.call(operation, input, { ...call, actor: { ...call.actor!, ...caller } })
  }
  const stop = async () => {
    for (const running of processes.splice(0)) await running.close()
  }
  return {
    clock,
    sql,
    amqpUrl: broker.url,
    sender,
    gateway,
    ask,
    list: (account, input = {}, caller = {}) => ask(listEvents, account, input, caller),
    async replicate() {
      const running = await start()
      processes.push(running)
      return running
    },
    metrics: () => processes[0]!.metrics.print(),
    next(account, object, over = {}) {
      const key = `${account} ${object}`
      const before = last.get(key)
      const event: Sent = {
        id: randomUUID(),
        resellerId: account,
        type: 'domain.activated',
        version: 1,
        object,
        previous: before ? { id: before.id, at: before.at } : null,
        at: clock.machineNow().toISOString(),
        request: 'r-1',
        state: { place: before ? (before.state as { place: number }).place + 1 : 1 },
        ...over,
      }
      last.set(key, event)
      return event
    },
    publish: (...events) =>
      sender.publisher.publish(
        events.map((event) => ({
          message: recordEvent,
          body: JSON.stringify(event),
          messageId: event.id,
          correlationId: event.request,
        })),
      ),
    log,
    logOf: (account, length) =>
      eventually(async () => {
        const rows = await log(account)
        return rows.length >= length && rows
      }, `${length} events in the log of account ${account}`),
    stop,
    async close() {
      await sender.close()
      await gateway.close()
      await others?.close()
      await stop()
      await sql.end()
      await broker.drop()
      await database.drop()
    },
  }
}
