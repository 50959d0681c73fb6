import { Module } from '@nestjs/common'
import { ReadingModule } from '../reading/reading.module'
import { AcknowledgeEvents } from './acknowledge-events'
import { DeleteEventConsumer } from './delete-event-consumer'
import { GetEventConsumer } from './get-event-consumer'
import { ListEventConsumers } from './list-event-consumers'
import { PollEventConsumer } from './poll-event-consumer'
import { SetEventConsumer } from './set-event-consumer'

/** The programs of resellers that read events and keep their position here. */
@Module({
  imports: [ReadingModule],
  controllers: [
    AcknowledgeEvents,
    DeleteEventConsumer,
    GetEventConsumer,
    ListEventConsumers,
    PollEventConsumer,
    SetEventConsumer,
  ],
})
export class ConsumersModule {}
