import { Module } from '@nestjs/common'
import { ChangesModule } from '../changes/changes.module'
import { DialectsModule } from '../dialects/dialects.module'
import { AddedAccounts } from './added-accounts'
import { AnnounceAccounts } from './announce-accounts'
import { Registries } from './registries'

/** The registry accounts of the settings, and those that operators have added. */
@Module({
  imports: [ChangesModule, DialectsModule],
  providers: [AddedAccounts, AnnounceAccounts, Registries],
  exports: [AddedAccounts, AnnounceAccounts, Registries],
})
export class RegistriesModule {}
