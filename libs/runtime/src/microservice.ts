import { Module, type DynamicModule, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import type { ServiceName } from '@nameyard/contracts/operation'
import { readStatus } from '@nameyard/contracts/operators/read-status'
import { Connection } from '@nameyard/messaging/connection'
import { DeadLetters } from '@nameyard/messaging/dead-letters'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { MessagingServer } from '@nameyard/messaging/server'
import { SlowRequests } from '@nameyard/messaging/slow-requests'
import { showMessages } from '@nameyard/outbox/message-trail'
import { outboxMigrations } from '@nameyard/outbox/migrations-folder'
import { OutboxModule } from '@nameyard/outbox/outbox-module'
import { Relay } from '@nameyard/outbox/relay'
import { Database } from '@nameyard/persistence/database'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { assertMigrated } from '@nameyard/persistence/migrate'
import { assertOwnSessions } from '@nameyard/persistence/own-sessions'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import type { Retention } from '@nameyard/persistence/retention'
import { ClockModule } from './clock-module'
import type { serviceConfig, ServiceConfig } from './load-config'
import { nestLog } from './log'
import { Metrics, version } from './metrics'
import { RetentionModule } from './retention-module'
import { adoptSandboxClock, followSandboxClock } from './sandbox-clock'
import { Schedule } from './schedule'
import type { Running, Service, ServiceContext } from './service'
import { addServiceMetrics } from './service-metrics'
import { Traces } from './traces'

interface MicroserviceDefinition<Schema extends z.ZodType> {
  readonly name: ServiceName
  readonly config: Schema
  /** Folder of the service's own migrations. */
  readonly migrations: string
  /** Entities that TypeORM loads or saves; see docs/decisions/0011-typeorm.md. */
  readonly entities?: readonly EntitySchema[]
  /** What happens to the rows of its tables, with those of the outbox. Its settings are part of the configuration. */
  readonly retention: Retention
  /** Whether a connection plans each statement once: see `PersistenceModule`. */
  readonly plansOnce?: boolean
  /** The service's own providers and handlers. */
  module(config: z.output<Schema>): DynamicModule | Type
}

@Module({})
class MicroserviceRoot {}

/**
 * A service behind the broker: a Nest application with database, outbox, relay and messaging. It answers operations and
 * handles commands and events.
 */
export function microservice<Schema extends z.ZodType<z.output<typeof serviceConfig>>>(
  definition: MicroserviceDefinition<Schema>,
): Service<Schema> {
  const migrations = [outboxMigrations, definition.migrations]
  return {
    name: definition.name,
    config: definition.config,
    migrations,
    retention: definition.retention,
    ...(definition.entities && { entities: definition.entities }),
    start: (config, context) => start(definition, migrations, config, context),
  }
}

async function start<Schema extends z.ZodType<ServiceConfig>>(
  { name, entities = [], plansOnce = false, retention, module }: MicroserviceDefinition<Schema>,
  migrations: readonly string[],
  config: z.output<Schema>,
  { clock, log }: ServiceContext,
): Promise<Running> {
  await assertOwnSessions(config.DATABASE_URL)
  await assertMigrated(config.DATABASE_URL, { service: name, folders: migrations })
  const metrics = new Metrics(name)
  const traces = await Traces.open(name, config)
  const root: DynamicModule = {
    module: MicroserviceRoot,
    imports: [
      ClockModule.of(clock, metrics, traces),
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
      MessagingModule.forService({
        service: name,
        url: config.AMQP_URL,
        isTopologyFixed: config.AMQP_FIXED_TOPOLOGY,
        actorKeys: config.ACTOR_KEYS,
        now: () => clock.machineMs(),
      }),
      OutboxModule.forService({ now: () => clock.machineNow() }),
      RetentionModule.forService(retention.rules, config),
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
  // Other replicas may reach the database. If none does, requests expire in the queue and messages wait there.
  watch.onChange((isAnswering) => void app.get(MessagingServer).setConsuming(isAnswering))
  app.get(MessagingServer).traceWith(traces.tracer)
  app.get(Relay).traceWith(traces.tracer)
  rpc.traceWith(traces.tracer)
  app.get(MessagingServer).reportSlowWith(new SlowRequests(config.SLOW_REQUEST_MS, log))
  const { SANDBOX, SANDBOX_CLOCK, AMQP_FIXED_TOPOLOGY } = config
  metrics.add({
    name: 'nameyard_config_info',
    help: 'Always 1; the labels say how the service is set up.',
    labels: ['service', 'sandbox', 'sandbox_clock', 'fixed_topology'],
    read: () => [
      {
        labels: {
          service: name,
          sandbox: String(SANDBOX),
          sandbox_clock: String(SANDBOX_CLOCK),
          fixed_topology: String(AMQP_FIXED_TOPOLOGY),
        },
        value: 1,
      },
    ],
  })
  addServiceMetrics(metrics, {
    server: app.get(MessagingServer),
    deadLetters: app.get(DeadLetters),
    database: app.get(Database),
    now: () => clock.machineMs(),
  })
  const ending = new AbortController()
  let isClockKnown = !config.SANDBOX_CLOCK
  if (config.SANDBOX_CLOCK) {
    const [schedule, server, relay] = [app.get(Schedule), app.get(MessagingServer), app.get(Relay)]
    const database = app.get(Database)
    followSandboxClock({ service: name, clock, schedule, database, server, relay })
  }
  const missing = () => {
    if (!connection.channels) return 'broker'
    if (!isClockKnown) return 'sandbox clock'
    return watch.isAnswering ? undefined : 'database'
  }
  app.get(MessagingServer).answer(readStatus(name), async () => ({
    version,
    missing: missing() ?? null,
    gauges: (await metrics.gauges()).map((gauge) => ({
      ...gauge,
      value: Number.isNaN(gauge.value) ? null : gauge.value,
    })),
  }))
  showMessages(name, app.get(MessagingServer), app.get(Database))
  await app.listen()
  if (config.SANDBOX_CLOCK) {
    void adoptSandboxClock({ clock, rpc }, ending.signal).then(() => (isClockKnown = true))
  }
  return {
    ready: async () => missing(),
    metrics,
    async close() {
      ending.abort()
      // Messages that handlers stage while they finish are published before broker and database are disconnected: Nest
      // ends timers and runners first (onModuleDestroy), then the relay (beforeApplicationShutdown), then these two.
      await app.get(MessagingServer).close()
      await app.close()
      await traces.close()
    },
  }
}
