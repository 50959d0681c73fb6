import { Global, Module, type DynamicModule } from '@nestjs/common'
import { Clock } from './clock'

/** Gives every provider of a service the same clock. */
@Global()
@Module({})
export class ClockModule {
  static of(clock: Clock): DynamicModule {
    return { module: ClockModule, providers: [{ provide: Clock, useValue: clock }], exports: [Clock] }
  }
}
