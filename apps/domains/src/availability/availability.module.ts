import { Module } from '@nestjs/common'
import { CheckDomains } from './check-domains'
import { RegistryCheck } from './registry-check'
import { SuggestNames } from './suggest-names'

/** Which names can be ordered. */
@Module({ controllers: [CheckDomains, SuggestNames], providers: [RegistryCheck], exports: [RegistryCheck] })
export class AvailabilityModule {}
