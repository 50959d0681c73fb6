import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Call } from '@nameyard/contracts/operation'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { Client } from 'pg'
import { service } from '../src/service'
import { freePort } from './dns-client'

@Module({})
class Caller {}

/** The dns service on a database and a broker of its own, a caller at its door, and SQL into its schema. */
export async function startPlatform() {
  const [database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const clock = new SettableClock()
  const log = createLog('test', 'silent')
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to dns')
  const caller = await NestFactory.createApplicationContext(
    {
      module: Caller,
      imports: [MessagingModule.forService({ service: 'gateway', url: broker.url, now: () => clock.epochMs() })],
    },
    { logger: false },
  )
  const closing: (() => Promise<void>)[] = []
  return {
    clock,
    sql,
    brokerUrl: broker.url,
    rpc: caller.get(Rpc),
    /** Starts one replica; gives the port its responder answers on, its figures, and the way to stop it. */
    async replica(settings: Record<string, string> = {}) {
      const port = await freePort()
      const config = loadConfig(service.config, {
        DATABASE_URL: database.url,
        AMQP_URL: broker.url,
        DNS_PORT: String(port),
        PLATFORM_NAMESERVERS: 'ns1.example.net,ns2.example.net',
        SOA_MAILBOX: 'hostmaster.example.net',
        ...settings,
      })
      const running = await service.start(config, { clock, log })
      let isOpen = true
      const close = async () => {
        if (isOpen) await running.close()
        isOpen = false
      }
      closing.push(close)
      return { port, close, metrics: async () => (await running.metrics?.()) ?? '' }
    },
    /** A call of an account's contact person. */
    call: (resellerId: number): Call => ({
      correlationId: '00000000-0000-4000-8000-000000000001',
      deadline: clock.epochMs() + 10_000,
      actor: { resellerId, contactId: resellerId, username: `user${resellerId}`, scope: ['read', 'write', 'purchase'] },
    }),
    async close() {
      for (const close of closing) await close()
      await caller.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
}
