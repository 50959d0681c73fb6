import { Module } from '@nestjs/common'
import { PersonalDataOfRegistry } from './personal-data-of-registry'

/** What operations know about persons. */
@Module({ controllers: [PersonalDataOfRegistry] })
export class PrivacyModule {}
