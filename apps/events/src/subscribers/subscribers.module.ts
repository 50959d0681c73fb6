import { Module } from '@nestjs/common'
import { Creators } from './creators'
import { Stopping } from './stopping'
import { WebhookSecrets } from './webhook-secrets'

/** Webhooks as they are stored: with whose rights they read, what signs for them, and how they stop. */
@Module({ providers: [Creators, Stopping, WebhookSecrets], exports: [Creators, Stopping, WebhookSecrets] })
export class SubscribersModule {}
