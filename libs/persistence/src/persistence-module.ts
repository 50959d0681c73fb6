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
}

/** Opens the service's database: its own schema and nothing beside it. */
@Global()
@Module({})
export class PersistenceModule {
  static forService({ service, url, entities, poolSize = 8 }: PersistenceOptions): DynamicModule {
    const { schema, role } = schemaOf(service)
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
          extra: { options: `-c search_path=${schema} -c role=${role} -c datestyle=ISO` },
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
