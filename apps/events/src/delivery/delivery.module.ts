import { Module } from '@nestjs/common'
import { LogModule } from '../log/log.module'
import { SubscribersModule } from '../subscribers/subscribers.module'
import { DeliveryMetrics } from './delivery-metrics'
import { Sending } from './sending'
import { WhenDeliveriesAreDue } from './when-deliveries-are-due'
import { WhenEventsWait } from './when-events-wait'

/** How events get to webhooks: taken from the log, sent, and sent again. */
@Module({
  imports: [LogModule, SubscribersModule],
  providers: [DeliveryMetrics, Sending, WhenDeliveriesAreDue, WhenEventsWait],
  exports: [Sending, WhenDeliveriesAreDue, WhenEventsWait],
})
export class DeliveryModule {}
