import { Global, Inject, Module, type DynamicModule } from '@nestjs/common'
import { MessagingServer } from '@nameyard/messaging/server'
import { Database } from '@nameyard/persistence/database'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { Outbox } from './outbox'
import { Relay } from './relay'
import { RequestMemory } from './request-memory'

/** Gives a service its outbox, the relay that empties it, and the memory of requests that may come twice. */
@Global()
@Module({})
export class OutboxModule {
  constructor(
    @Inject(Database) database: Database,
    @Inject(MessagingServer) server: MessagingServer,
    @Inject(RequestMemory) memory: RequestMemory,
  ) {
    database.claimWith(memory)
    server.rememberWith(memory)
  }

  static forService({ now }: { readonly now: OutboxClock }): DynamicModule {
    return {
      module: OutboxModule,
      providers: [{ provide: OUTBOX_CLOCK, useValue: now }, Relay, Outbox, RequestMemory],
      exports: [Outbox, Relay],
    }
  }
}
