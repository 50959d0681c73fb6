import { Module } from '@nestjs/common'
import { ExportZone } from './export-zone'
import { GetZone } from './get-zone'
import { ListRecords } from './list-records'
import { ListZones } from './list-zones'
import { PrintedRecords } from './printed-records'
import { RecordPages } from './record-pages'

/** Zones and their records as clients read them. */
@Module({
  controllers: [ExportZone, GetZone, ListRecords, ListZones],
  providers: [PrintedRecords, RecordPages],
  exports: [RecordPages],
})
export class ReadingModule {}
