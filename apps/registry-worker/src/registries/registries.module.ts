import { Module } from '@nestjs/common'
import { Registries } from './registries'

/** The registry accounts of the settings. */
@Module({ providers: [Registries], exports: [Registries] })
export class RegistriesModule {}
