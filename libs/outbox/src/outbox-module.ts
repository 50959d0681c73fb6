import { Global, Module, type DynamicModule } from '@nestjs/common'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { Outbox } from './outbox'
import { Relay } from './relay'

/** Gives a service its outbox and runs the relay that empties it. */
@Global()
@Module({})
export class OutboxModule {
  static forService({ now }: { readonly now: OutboxClock }): DynamicModule {
    return {
      module: OutboxModule,
      providers: [{ provide: OUTBOX_CLOCK, useValue: now }, Relay, Outbox],
      exports: [Outbox, Relay],
    }
  }
}
