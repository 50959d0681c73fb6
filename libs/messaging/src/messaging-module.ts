import type { KeyObject } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import {
  Global,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common'
import type { AnyOperation } from '@nameyard/contracts/operation'
import { Connection } from './connection'
import { DeadLetters } from './dead-letters'
import { Publisher } from './publisher'
import { Rpc } from './rpc'
import { MessagingServer, type MessagingServerOptions } from './server'
import { Topology, type Party } from './topology'

export interface MessagingOptions {
  readonly service: Party
  /** `amqp://` or `amqps://`. */
  readonly url: string
  /** Whether queues, exchanges and permissions exist already, and this application declares none. */
  readonly isTopologyFixed?: boolean
  /** The public keys whose statements about actors count. Without any, no request has an actor. */
  readonly actorKeys?: readonly KeyObject[]
  /** In whose name an operation is asked for: the service's own. A test speaks for every program. */
  readonly senderOf?: (operation: AnyOperation) => Party
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number
  /** Messages of one queue that are handled at the same time. */
  readonly prefetch?: number
  readonly retryPausesMs?: readonly number[]
  readonly drainMs?: number
}

/** The machine's clock; tests provide their own. */
const machineNow = (): number => performance.timeOrigin + performance.now()

/**
 * Milliseconds. A message of a failing handler is retried for half an hour, so that after an outage of the database no
 * operator must redrive messages. A longer outage needs an operator anyway. A message that cannot be read becomes a
 * dead letter at once.
 */
const RETRY_PAUSES_MS = [200, 1_000, 5_000, 15_000, ...Array.from({ length: 60 }, () => 30_000)]

/** Opens the connection when the application starts, and closes it after all providers that may still publish. */
@Injectable()
class Lifetime implements OnModuleInit, OnApplicationShutdown {
  constructor(private readonly connection: Connection) {}

  onModuleInit(): Promise<void> {
    return this.connection.start()
  }

  onApplicationShutdown(): Promise<void> {
    return this.connection.close()
  }
}

/**
 * Provides the one connection of an application: `Rpc` calls operations, `Publisher` publishes events and commands,
 * `MessagingServer` answers operations and consumes messages.
 */
@Global()
@Module({})
export class MessagingModule {
  static forService(options: MessagingOptions): DynamicModule {
    const { service, url, isTopologyFixed = false, actorKeys = [], now = machineNow, senderOf } = options
    const { prefetch = 64, retryPausesMs = RETRY_PAUSES_MS, drainMs = 10_000 } = options
    const server: MessagingServerOptions = { party: service, now, actorKeys, prefetch, retryPausesMs, drainMs }
    return {
      module: MessagingModule,
      providers: [
        { provide: Connection, useFactory: () => new Connection(url, service, new Topology(isTopologyFixed)) },
        {
          provide: Rpc,
          useFactory: (connection: Connection) => new Rpc(connection, now, senderOf),
          inject: [Connection],
        },
        { provide: Publisher, useFactory: (connection: Connection) => new Publisher(connection), inject: [Connection] },
        {
          provide: DeadLetters,
          useFactory: (connection: Connection) => new DeadLetters(connection),
          inject: [Connection],
        },
        {
          provide: MessagingServer,
          useFactory: (connection: Connection) => new MessagingServer(connection, server),
          inject: [Connection],
        },
        Lifetime,
      ],
      exports: [Connection, Rpc, Publisher, MessagingServer, DeadLetters],
    }
  }
}
