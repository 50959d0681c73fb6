import { Module } from '@nestjs/common'
import { RegistriesModule } from '../registries/registries.module'
import { Sponsors } from './sponsors'

/** The accounts that sponsor names. */
@Module({ imports: [RegistriesModule], providers: [Sponsors], exports: [Sponsors] })
export class SponsorsModule {}
