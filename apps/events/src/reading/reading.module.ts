import { Module } from '@nestjs/common'
import { LogModule } from '../log/log.module'
import { ListEvents } from './list-events'
import { NextEvents } from './next-events'
import { WaitingReaders } from './waiting-readers'

/** How the events of an account are read. */
@Module({
  imports: [LogModule],
  controllers: [ListEvents],
  providers: [NextEvents, WaitingReaders],
  exports: [NextEvents],
})
export class ReadingModule {}
