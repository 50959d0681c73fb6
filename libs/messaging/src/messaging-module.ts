import {
  Global,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common'
import { performance } from 'node:perf_hooks'
import { Connection } from './connection'
import { DeadLetters } from './dead-letters'
import { Publisher } from './publisher'
import { Rpc } from './rpc'
import { MessagingServer, type MessagingServerOptions } from './server'
import type { Party } from './topology'

export interface MessagingOptions {
  readonly service: Party
  /** `amqp://` or `amqps://`. */
  readonly url: string
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number
  /** Messages of one queue that are handled at once. */
  readonly prefetch?: number
  readonly retryPausesMs?: readonly number[]
  readonly drainMs?: number
}

/** The machine's clock; tests give their own. */
const machineNow = (): number => performance.timeOrigin + performance.now()

/**
 * Attempts go on for half an hour: a database that is away that long is an outage to be told of, and what waited for it
 * is not to be redriven by hand. A message that cannot be read is laid aside at once; this is for handlers that fail.
 */
const RETRY_PAUSES_MS = [200, 1_000, 5_000, 15_000, ...Array.from({ length: 60 }, () => 30_000)]

/** Opens the connection with the application and closes it after everything that might still publish. */
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

/** Gives an application its one connection: `Rpc` to ask, `Publisher` to tell, `MessagingServer` to serve. */
@Global()
@Module({})
export class MessagingModule {
  static forService(options: MessagingOptions): DynamicModule {
    const { service, url, now = machineNow, prefetch = 64, retryPausesMs = RETRY_PAUSES_MS, drainMs = 10_000 } = options
    const server: MessagingServerOptions = { party: service, now, prefetch, retryPausesMs, drainMs }
    return {
      module: MessagingModule,
      providers: [
        { provide: Connection, useFactory: () => new Connection(url, service) },
        { provide: Rpc, useFactory: (connection: Connection) => new Rpc(connection, now), inject: [Connection] },
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
