import { Module } from '@nestjs/common'
import { Accounts } from './account.store'
import { Alarms } from './alarm.store'
import { Balances } from './balances'

/** The state of our accounts at registries, and their alarms. */
@Module({ providers: [Accounts, Alarms, Balances], exports: [Accounts, Alarms, Balances] })
export class AccountsModule {}
