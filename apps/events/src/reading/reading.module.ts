import { Module } from '@nestjs/common'
import { LogModule } from '../log/log.module'
import { ListEvents } from './list-events'
import { WaitingReaders } from './waiting-readers'

/** How resellers read the events of their account. */
@Module({ imports: [LogModule], controllers: [ListEvents], providers: [WaitingReaders] })
export class ReadingModule {}
