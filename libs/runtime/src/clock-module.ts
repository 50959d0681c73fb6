import { Global, Module, type DynamicModule } from '@nestjs/common'
import { Clock } from './clock'
import { Schedule } from './schedule'

/** Gives every provider of a service the same clock, and what waits for it a place to say so. */
@Global()
@Module({})
export class ClockModule {
  static of(clock: Clock): DynamicModule {
    return {
      module: ClockModule,
      providers: [{ provide: Clock, useValue: clock }, Schedule],
      exports: [Clock, Schedule],
    }
  }
}
