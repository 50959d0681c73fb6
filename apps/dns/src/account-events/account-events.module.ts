import { Module } from '@nestjs/common'
import { ZoneEvents } from './zone-events'

/** What the account events tell about zones. */
@Module({ providers: [ZoneEvents], exports: [ZoneEvents] })
export class AccountEventsModule {}
