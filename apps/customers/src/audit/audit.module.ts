import { Module } from '@nestjs/common'
import { OnRecordAuditEvent } from './on-record-audit-event'
import { ReadAuditLog } from './read-audit-log'
import { WhenEventsArrive } from './when-events-arrive'

/** The audit trail: who did what, and when. */
@Module({
  controllers: [OnRecordAuditEvent, ReadAuditLog],
  providers: [WhenEventsArrive],
  exports: [WhenEventsArrive],
})
export class AuditModule {}
