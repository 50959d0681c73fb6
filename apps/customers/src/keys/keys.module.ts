import { Module } from '@nestjs/common'
import { AccountEventsModule } from '../account-events/account-events.module'
import { CreateKey } from './create-key'
import { ListKeys } from './list-keys'
import { RevokeKey } from './revoke-key'
import { RotateKey } from './rotate-key'
import { WhenKeysEnd } from './when-keys-end'

/** The API keys of an account. */
@Module({
  imports: [AccountEventsModule],
  controllers: [CreateKey, ListKeys, RevokeKey, RotateKey],
  providers: [WhenKeysEnd],
})
export class KeysModule {}
