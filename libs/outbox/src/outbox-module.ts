import { Global, Inject, Module, type DynamicModule } from '@nestjs/common'
import { MessagingServer } from '@nameyard/messaging/server'
import { Database } from '@nameyard/persistence/database'
import { AccountEvents } from './account-events'
import { AuditTrail } from './audit-trail'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { Outbox } from './outbox'
import { Relay } from './relay'
import { RequestMemory } from './request-memory'

/**
 * Provides the outbox of a service, the relay that publishes its messages, the memory of requests that may arrive twice,
 * the audit trail of the operations that it carries out, and its account events.
 */
@Global()
@Module({})
export class OutboxModule {
  constructor(
    @Inject(Database) database: Database,
    @Inject(MessagingServer) server: MessagingServer,
    @Inject(RequestMemory) memory: RequestMemory,
    @Inject(AuditTrail) trail: AuditTrail,
  ) {
    database.claimWith(memory)
    server.answerRepeatsWith(memory)
    database.recordWith(trail)
    server.recordWith(trail)
  }

  static forService({ now }: { readonly now: OutboxClock }): DynamicModule {
    return {
      module: OutboxModule,
      providers: [{ provide: OUTBOX_CLOCK, useValue: now }, Relay, Outbox, RequestMemory, AuditTrail, AccountEvents],
      exports: [AccountEvents, AuditTrail, Outbox, Relay],
    }
  }
}
