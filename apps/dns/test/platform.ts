import { Module, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import type { Call } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { AccountsStandIn } from '@nameyard/testing/accounts'
import { actorSettings, signing, speaker } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { HoldersStandIn } from '@nameyard/testing/holders'
import { testParty } from '@nameyard/testing/party'
import { service } from '../src/service'
import { ActiveContactsStandIn } from './active-contacts'
import { freePort } from './dns-client'

@Module({})
class Caller {}

/**
 * Creates a database, a broker, an RPC client, an SQL connection, and stand-ins for the customers service and, with
 * the given controllers, for the domains service. `replica` starts the dns service with them.
 */
export async function startPlatform(controllers: readonly Type[] = []) {
  const [database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const clock = new SettableClock()
  const log = createLog('test', 'silent')
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to dns')
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
  const domains = await testParty('domains', {
    url: broker.url,
    clock,
    controllers: [HoldersStandIn, ...controllers],
  })
  const customers = await testParty('customers', {
    url: broker.url,
    clock,
    controllers: [AccountsStandIn, ActiveContactsStandIn],
  })
  const closing: (() => Promise<void>)[] = []
  return {
    clock,
    sql,
    domains,
    customers,
    brokerUrl: broker.url,
    rpc: signing(caller.get(Rpc)),
    /** Starts a replica. Returns the port of its responder, its metrics, and a function that stops it. */
    async replica(settings: Record<string, string> = {}) {
      const port = await freePort()
      const config = loadConfig(service.config, {
        DATABASE_URL: database.url,
        AMQP_URL: broker.url,
        ...actorSettings,
        DNS_PORT: String(port),
        PLATFORM_NAMESERVERS: 'ns1.example.net,ns2.example.net',
        SOA_MAILBOX: 'hostmaster.example.net',
        DELEGATION_ROOTS: '127.0.0.1:1',
        ...settings,
      })
      const running = await service.start(config, { clock, log })
      let isOpen = true
      const close = async () => {
        if (isOpen) await running.close()
        isOpen = false
      }
      closing.push(close)
      return { port, close, metrics: () => running.metrics.print() }
    },
    /** Returns the context of a call by a contact of an account. */
    call: (resellerId: number): Call => ({
      correlationId: '00000000-0000-4000-8000-000000000001',
      deadline: clock.epochMs() + 10_000,
      actor: { resellerId, contactId: resellerId, username: `user${resellerId}`, role: 'admin', scope: everyRight },
    }),
    async close() {
      for (const close of closing) await close()
      await caller.close()
      await domains.close()
      await customers.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
}
