import { performance } from 'node:perf_hooks'
import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common'
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm'
import type { DataSource, EntitySchema } from 'typeorm'
import { BatchingSocket } from './batching-socket'
import { Database } from './database'
import { DatabaseWatch } from './database-watch'
import { GuardedClient, SESSION_OPTIONS } from './guarded-client'
import { schemaOf } from './schema-name'

interface PersistenceOptions {
  /** Name of the service; its schema and role follow from it. */
  readonly service: string
  /** `postgres://` URL of the platform's one database. */
  readonly url: string
  /** Rows that TypeORM loads or saves; see docs/decisions/0011-typeorm.md. */
  readonly entities?: readonly EntitySchema[]
  /** Most connections of this process. */
  readonly poolSize?: number
  /**
   * Whether a connection plans each statement once, for any parameters: for services whose statements all have a name
   * and read few rows by index. By default PostgreSQL plans a statement with an array each time, for the number of its
   * elements.
   */
  readonly plansOnce?: boolean
  /** Milliseconds that one statement may take; a unit of work has less when its caller waits less long. */
  readonly statementMs?: number
  /** Milliseconds without an answer after which the database counts as silent. */
  readonly silenceMs?: number
  /** Milliseconds since the Unix epoch, on the clock of deadlines. */
  readonly now?: () => number
}

const machineNow = (): number => performance.timeOrigin + performance.now()

/** Opens the service's database, limited to its own schema. */
@Global()
@Module({})
export class PersistenceModule implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(DatabaseWatch) private readonly watch: DatabaseWatch) {}

  onModuleInit(): void {
    this.watch.start()
  }

  async onApplicationShutdown(): Promise<void> {
    await this.watch.stop()
  }

  static forService({
    service,
    url,
    entities = [],
    poolSize = 8,
    plansOnce = false,
    statementMs = 30_000,
    silenceMs = 3_000,
    now = machineNow,
  }: PersistenceOptions): DynamicModule {
    const { schema, role } = schemaOf(service)
    const watch = new DatabaseWatch({ url, statementMs, silenceMs, now })
    const limits = `-c statement_timeout=${statementMs} ${SESSION_OPTIONS}`
    const plans = plansOnce ? ' -c plan_cache_mode=force_generic_plan' : ''
    return {
      module: PersistenceModule,
      imports: [
        TypeOrmModule.forRoot({
          // One process may host several services.
          name: service,
          type: 'postgres',
          url,
          schema,
          entities: [...entities],
          synchronize: false,
          installExtensions: false,
          poolSize,
          applicationName: `nameyard-${service}`,
          extra: {
            options: `-c search_path=${schema} -c role=${role} -c datestyle=ISO${plans} ${limits}`,
            Client: GuardedClient,
            watch,
            // Statements that do not need each other's results are sent without waiting for answers.
            pipeline: true,
            stream: () => new BatchingSocket(),
          },
          retryAttempts: 0,
        }),
      ],
      providers: [
        { provide: DatabaseWatch, useValue: watch },
        {
          provide: Database,
          useFactory: (dataSource: DataSource) => new Database(dataSource),
          inject: [getDataSourceToken(service)],
        },
      ],
      exports: [Database, DatabaseWatch],
    }
  }
}
