import { Global, Module, type DynamicModule } from '@nestjs/common'
import { Clock } from './clock'
import { Metrics } from './metrics'
import { Schedule } from './schedule'

/** Provides one clock, one schedule and one set of metrics to all providers of a service. */
@Global()
@Module({})
export class ClockModule {
  static of(clock: Clock, metrics: Metrics): DynamicModule {
    return {
      module: ClockModule,
      providers: [{ provide: Clock, useValue: clock }, Schedule, { provide: Metrics, useValue: metrics }],
      exports: [Clock, Schedule, Metrics],
    }
  }
}
