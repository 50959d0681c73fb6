import { Module, type DynamicModule, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { ServiceName } from '@nameyard/contracts/operation'
import { Connection } from '@nameyard/messaging/connection'
import { DeadLetters } from '@nameyard/messaging/dead-letters'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { MessagingServer } from '@nameyard/messaging/server'
import { OutboxModule } from '@nameyard/outbox/outbox-module'
import { Relay } from '@nameyard/outbox/relay'
import { outboxMigrations } from '@nameyard/outbox/migrations-folder'
import { Database } from '@nameyard/persistence/database'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { assertMigrated } from '@nameyard/persistence/migrate'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import type { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import { ClockModule } from './clock-module'
import type { serviceConfig, ServiceConfig } from './load-config'
import { nestLog } from './log'
import { Metrics } from './metrics'
import { adoptSandboxClock, followSandboxClock } from './sandbox-clock'
import { Schedule } from './schedule'
import type { Running, Service, Surroundings } from './service'

interface MicroserviceDefinition<Schema extends z.ZodType> {
  readonly name: ServiceName
  readonly config: Schema
  /** Folder of the service's own migrations. */
  readonly migrations: string
  readonly entities: readonly EntitySchema[]
  /** Whether a connection plans each statement once: see `PersistenceModule`. */
  readonly plansOnce?: boolean
  /** The service's own providers and handlers. */
  module(config: z.output<Schema>): DynamicModule | Type
}

@Module({})
class MicroserviceRoot {}

/**
 * A service behind the broker: Nest application with database, outbox, relay and messaging, which answers operations
 * and takes commands and events.
 */
export function microservice<Schema extends z.ZodType<z.output<typeof serviceConfig>>>(
  definition: MicroserviceDefinition<Schema>,
): Service<Schema> {
  const migrations = [outboxMigrations, definition.migrations]
  return {
    name: definition.name,
    config: definition.config,
    migrations,
    entities: definition.entities,
    start: (config, surroundings) => start(definition, migrations, config, surroundings),
  }
}

async function start<Schema extends z.ZodType<ServiceConfig>>(
  { name, entities, plansOnce = false, module }: MicroserviceDefinition<Schema>,
  migrations: readonly string[],
  config: z.output<Schema>,
  { clock, log }: Surroundings,
): Promise<Running> {
  await assertMigrated(config.DATABASE_URL, { service: name, folders: migrations })
  const root: DynamicModule = {
    module: MicroserviceRoot,
    imports: [
      ClockModule.of(clock),
      PersistenceModule.forService({
        service: name,
        url: config.DATABASE_URL,
        entities,
        poolSize: config.DATABASE_POOL,
        plansOnce,
        statementMs: config.DATABASE_STATEMENT_MS,
        silenceMs: config.DATABASE_SILENCE_MS,
        now: () => clock.machineMs(),
      }),
      MessagingModule.forService({ service: name, url: config.AMQP_URL, now: () => clock.machineMs() }),
      OutboxModule.forService({ now: () => clock.machineNow() }),
      module(config),
    ],
  }
  const app = await NestFactory.createMicroservice(root, {
    inject: [MessagingServer],
    useFactory: (server: MessagingServer) => ({ strategy: server }),
    logger: nestLog(log),
    abortOnError: false,
  })
  const [connection, rpc, watch] = [app.get(Connection), app.get(Rpc), app.get(DatabaseWatch)]
  // Other replicas may reach the database; without any, requests expire in the queue and messages wait there.
  watch.onChange((isAnswering) => void app.get(MessagingServer).take(isAnswering))
  app.get(Metrics).add({
    name: `${name.replaceAll('-', '_')}_dead_letters`,
    help: 'Messages that could not be handled and were laid aside for an operator.',
    read: () => app.get(DeadLetters).count(name),
  })
  const ending = new AbortController()
  let isClockKnown = !config.SANDBOX_CLOCK
  if (config.SANDBOX_CLOCK) {
    const [schedule, server, relay] = [app.get(Schedule), app.get(MessagingServer), app.get(Relay)]
    const database = app.get(Database)
    followSandboxClock({ service: name, clock, schedule, database, server, relay })
  }
  await app.listen()
  if (config.SANDBOX_CLOCK) {
    void adoptSandboxClock({ clock, rpc }, ending.signal).then(() => (isClockKnown = true))
  }
  return {
    async ready() {
      if (!connection.channels) return 'broker'
      if (!isClockKnown) return 'sandbox clock'
      return watch.isAnswering ? undefined : 'database'
    },
    metrics: () => app.get(Metrics).print(),
    async close() {
      ending.abort()
      // What handlers stage while they finish is published before the broker and the database are let go of: Nest
      // ends timers and runners first (onModuleDestroy), then the relay (beforeApplicationShutdown), then these.
      await app.get(MessagingServer).close()
      await app.close()
    },
  }
}
