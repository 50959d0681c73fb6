import { Module } from '@nestjs/common'
import { AnnounceAccounts } from './announce-accounts'
import { Registries } from './registries'

/** The registry accounts of the settings. */
@Module({ providers: [AnnounceAccounts, Registries], exports: [Registries] })
export class RegistriesModule {}
