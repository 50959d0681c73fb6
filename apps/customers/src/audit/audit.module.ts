import { Module } from '@nestjs/common'
import { AuditFiles } from './audit-files'
import { ExportAuditTrail } from './export-audit-trail'
import { ListAuditEvents } from './list-audit-events'
import { OnRecordAuditEvent } from './on-record-audit-event'
import { ReadAuditChain } from './read-audit-chain'
import { ReadAuditLog } from './read-audit-log'
import { RecordRefusal } from './record-refusal'
import { TrailExport } from './trail-export'
import { WhenEventsArrive } from './when-events-arrive'
import { WhenHourBegins } from './when-hour-begins'
import { WhenMonthsAreOld } from './when-months-are-old'

/** The audit trail: who did what, and when. */
@Module({
  controllers: [ExportAuditTrail, ListAuditEvents, OnRecordAuditEvent, ReadAuditChain, ReadAuditLog, RecordRefusal],
  providers: [AuditFiles, TrailExport, WhenEventsArrive, WhenHourBegins, WhenMonthsAreOld],
  exports: [WhenEventsArrive],
})
export class AuditModule {}
