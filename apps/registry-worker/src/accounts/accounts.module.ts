import { Module } from '@nestjs/common'
import { Accounts } from './account.store'
import { Alarms } from './alarm.store'

/** The state of our accounts at registries, and their alarms. */
@Module({ providers: [Accounts, Alarms], exports: [Accounts, Alarms] })
export class AccountsModule {}
