import { Global, Module, type DynamicModule } from '@nestjs/common'
import { Clock } from './clock'
import { Metrics } from './metrics'
import { Schedule } from './schedule'

/** Gives every provider of a service the same clock, what waits for it a place to say so, and one for figures. */
@Global()
@Module({})
export class ClockModule {
  static of(clock: Clock): DynamicModule {
    return {
      module: ClockModule,
      providers: [{ provide: Clock, useValue: clock }, Schedule, Metrics],
      exports: [Clock, Schedule, Metrics],
    }
  }
}
