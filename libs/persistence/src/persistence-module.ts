import { Global, Module, type DynamicModule } from '@nestjs/common'
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm'
import type { DataSource, EntitySchema } from 'typeorm'
import { Database } from './database'
import { schemaOf } from './schema-name'

interface PersistenceOptions {
  /** Name of the service; its schema and role follow from it. */
  readonly service: string
  /** `postgres://` URL of the platform's one database. */
  readonly url: string
  readonly entities: readonly EntitySchema[]
  /** Connections of this process at most. */
  readonly poolSize?: number
  /**
   * Whether a connection plans each statement once, for whatever parameters: for services whose statements all have a
   * name and take few rows by index. PostgreSQL would plan one that takes an array each time, for the elements it has.
   */
  readonly plansOnce?: boolean
}

/** Opens the service's database: its own schema and nothing beside it. */
@Global()
@Module({})
export class PersistenceModule {
  static forService({ service, url, entities, poolSize = 8, plansOnce = false }: PersistenceOptions): DynamicModule {
    const { schema, role } = schemaOf(service)
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
          extra: { options: `-c search_path=${schema} -c role=${role} -c datestyle=ISO${plans}` },
          retryAttempts: 0,
        }),
      ],
      providers: [
        {
          provide: Database,
          useFactory: (dataSource: DataSource) => new Database(dataSource),
          inject: [getDataSourceToken(service)],
        },
      ],
      exports: [Database],
    }
  }
}
