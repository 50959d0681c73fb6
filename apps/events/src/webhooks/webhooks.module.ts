import { Module } from '@nestjs/common'
import { DeliveryModule } from '../delivery/delivery.module'
import { SubscribersModule } from '../subscribers/subscribers.module'
import { CreateWebhook } from './create-webhook'
import { DeleteWebhook } from './delete-webhook'
import { GetLegacyWebhook } from './get-legacy-webhook'
import { GetWebhook } from './get-webhook'
import { ListWebhookDeliveries } from './list-webhook-deliveries'
import { ListWebhooks } from './list-webhooks'
import { ResendWebhookDelivery } from './resend-webhook-delivery'
import { RotateWebhookSecret } from './rotate-webhook-secret'
import { SendTestEvent } from './send-test-event'
import { SetLegacyWebhook } from './set-legacy-webhook'
import { UpdateWebhook } from './update-webhook'

/** How resellers manage their webhooks, and see what became of the deliveries. */
@Module({
  imports: [DeliveryModule, SubscribersModule],
  controllers: [
    CreateWebhook,
    DeleteWebhook,
    GetLegacyWebhook,
    GetWebhook,
    ListWebhookDeliveries,
    ListWebhooks,
    ResendWebhookDelivery,
    RotateWebhookSecret,
    SendTestEvent,
    SetLegacyWebhook,
    UpdateWebhook,
  ],
})
export class WebhooksModule {}
