import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { RegistriesModule } from '../registries/registries.module'
import { DescribeStatus } from './describe-status'
import { Maintenances } from './maintenances'

/** What registries have planned, and whether they work. */
@Module({
  imports: [RegistriesModule, AccountsModule],
  controllers: [DescribeStatus],
  providers: [Maintenances],
  exports: [Maintenances],
})
export class MaintenanceModule {}
