import { randomUUID } from 'node:crypto'
import { Controller, Inject, Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import type { Command, Payload } from '@nameyard/contracts/event'
import type { Call, Input, InputGiven, Result } from '@nameyard/contracts/operation'
import { placedOrders } from '@nameyard/contracts/orders/placed-orders'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import type { Spender } from '@nameyard/contracts/orders/spender'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { everyRight } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Publisher } from '@nameyard/messaging/publisher'
import { Rpc } from '@nameyard/messaging/rpc'
import { MessagingServer } from '@nameyard/messaging/server'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { storedEvents } from '@nameyard/testing/account-events'
import { actorKeys, actorSettings, signing, speaker } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { service } from '../src/service'

/** The orders that an owner has placed, and those that it has promised not to place. */
@Injectable()
class Placed {
  readonly orders = new Set<string>()
  readonly refused = new Set<string>()
}

/** A stand-in for a service that places orders. */
@Controller()
class AnswerPlacedOrders {
  constructor(@Inject(Placed) private readonly placed: Placed) {}

  @Handles(placedOrders)
  async execute({ orderIds, refuseOthers }: Input<typeof placedOrders>): Promise<Result<typeof placedOrders>> {
    const placed = orderIds.filter((orderId) => this.placed.orders.has(orderId))
    if (refuseOthers)
      for (const orderId of orderIds) if (!this.placed.orders.has(orderId)) this.placed.refused.add(orderId)
    return { placed }
  }
}

@Module({ controllers: [AnswerPlacedOrders], providers: [Placed] })
class Owner {}

type Charge = InputGiven<typeof reserveCredit>['charge']

/** The charge for a domain, in cents of the account's currency. */
export const charge = (amount: number, change: Partial<Charge> = {}): Charge => ({
  objectType: 'domain',
  action: 'create',
  subject: 'example.com',
  quantity: 1,
  currency: 'EUR',
  amount,
  discount: 0,
  product: { currency: 'USD', amount },
  ...change,
})

/** The orders service with its own database and broker, an owner of orders, and an SQL client. */
export async function startPlatform() {
  const [database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const clock = new SettableClock()
  const log = createLog('test', 'silent')
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to orders')

  const startOwner = async () => {
    const messaging = MessagingModule.forService({
      service: 'domains',
      url: broker.url,
      senderOf: speaker('domains'),
      actorKeys,
      now: () => clock.epochMs(),
    })
    const app = await NestFactory.createMicroservice(
      { module: Owner, imports: [messaging] },
      {
        inject: [MessagingServer],
        useFactory: (server: MessagingServer) => ({ strategy: server }),
        logger: false,
        abortOnError: false,
      },
    )
    await app.listen()
    return app
  }
  const startOrders = () =>
    service.start(loadConfig(service.config, { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }), {
      clock,
      log,
    })

  const owner = await startOwner()
  const running = new Set([await startOrders()])
  const rpc = signing(owner.get(Rpc), 'domains')
  const publisher = owner.get(Publisher)
  const call = (resellerId?: number): Call => ({
    correlationId: '00000000-0000-4000-8000-000000000001',
    deadline: clock.epochMs() + 20_000,
    ...(resellerId !== undefined && {
      actor: { resellerId, contactId: 1, username: 'user', role: 'admin', scope: everyRight },
    }),
  })
  let accounts = 0

  return {
    clock,
    sql,
    rpc,
    call,
    databaseUrl: database.url,
    placed: owner.get(Placed),
    /** Starts another replica of the orders service. */
    async replica() {
      const replica = await startOrders()
      running.add(replica)
      return {
        async stop() {
          running.delete(replica)
          await replica.close()
        },
      }
    },
    /** Opens an account with a balance in cents. */
    async account(cents: number): Promise<number> {
      const resellerId = ++accounts
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      await rpc.call(topUp, { resellerId, currency: 'EUR', amount, key: 'opening' }, call())
      return resellerId
    },
    reserve: (resellerId: number, orderId: string, amount: number, change?: Partial<Charge>, spender?: Spender) =>
      rpc.call(
        reserveCredit,
        { orderId, owner: 'domains', resellerId, charge: charge(amount, change), spender },
        call(),
      ),
    /** Sends a command as the sender's relay does. The same id means the same message. */
    send: <M extends Command>(message: M, payload: Payload<M>, messageId: string = randomUUID()) =>
      publisher.publish([{ message, payload, messageId, correlationId: call().correlationId }]),
    async balance(resellerId: number) {
      const { rows } = await sql.query(
        'select available::float8 as available, reserved::float8 as reserved from ledger_account where reseller_id = $1',
        [resellerId],
      )
      return rows[0] as { available: number; reserved: number }
    },
    /** The account events of an object that were stored for the event log, in the order of their chain. */
    accountEvents: (object: string) => storedEvents(sql, 'orders', object),
    async stateOf(orderId: string): Promise<string | undefined> {
      const { rows } = await sql.query('select state from reservation where order_id = $1', [orderId])
      return rows[0]?.state as string | undefined
    },
    becomes(orderId: string, state: string) {
      return eventually(async () => (await this.stateOf(orderId)) === state, `order ${orderId} ${state}`)
    },
    verify: (given: InputGiven<typeof verifyLedger> = {}) => rpc.call(verifyLedger, given, call()),
    async close() {
      for (const each of running) await each.close()
      await owner.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>
