import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module'
import { AccountEventsModule } from '../account-events/account-events.module'
import { AllowAssistant } from './allow-assistant'
import { ConsumeState } from './consume-state'
import { EndGrant } from './end-grant'
import { FindState } from './find-state'
import { ReadClient } from './read-client'
import { RemoveState } from './remove-state'
import { SaveState } from './save-state'
import { UpdateSession } from './update-session'

/** The access of assistants, and what the authorization server in the gateway stores about it. */
@Module({
  imports: [AccessModule, AccountEventsModule],
  controllers: [AllowAssistant, ConsumeState, EndGrant, FindState, ReadClient, RemoveState, SaveState, UpdateSession],
})
export class AssistantsModule {}
