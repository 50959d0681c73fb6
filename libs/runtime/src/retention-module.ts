import { Module, type DynamicModule } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import type { RetentionRule } from '@nameyard/persistence/retention'
import { Clock } from './clock'
import { RetentionSweep } from './retention-sweep'

/** Deletes rows of a service by its rules. */
@Module({})
export class RetentionModule {
  static forService(rules: readonly RetentionRule[], settings: object): DynamicModule {
    return {
      module: RetentionModule,
      providers: [
        {
          provide: RetentionSweep,
          inject: [Database, Clock],
          useFactory: (database: Database, clock: Clock) => new RetentionSweep(database, clock, rules, settings),
        },
      ],
    }
  }
}
