import { Global, Module, type DynamicModule } from '@nestjs/common'
import { Clock } from './clock'
import { Metrics } from './metrics'
import { Schedule } from './schedule'
import { Traces } from './traces'

/** Provides one clock, one schedule, one set of metrics and one tracer to all providers of a service. */
@Global()
@Module({})
export class ClockModule {
  static of(clock: Clock, metrics: Metrics, traces: Traces): DynamicModule {
    return {
      module: ClockModule,
      providers: [
        { provide: Clock, useValue: clock },
        Schedule,
        { provide: Metrics, useValue: metrics },
        { provide: Traces, useValue: traces },
      ],
      exports: [Clock, Schedule, Metrics, Traces],
    }
  }
}
