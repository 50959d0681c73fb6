import { Module } from '@nestjs/common'
import { ContactEvents } from './contact-events'
import { CustomerEvents } from './customer-events'
import { KeyEvents } from './key-events'
import { SessionEvents } from './session-events'

/** What the account events tell about people, keys, sessions and customers. */
@Module({
  providers: [ContactEvents, CustomerEvents, KeyEvents, SessionEvents],
  exports: [ContactEvents, CustomerEvents, KeyEvents, SessionEvents],
})
export class AccountEventsModule {}
