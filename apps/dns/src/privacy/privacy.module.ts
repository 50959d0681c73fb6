import { Module } from '@nestjs/common'
import { OnContactErased } from './on-contact-erased'
import { PersonalDataOfZones } from './personal-data-of-zones'

/** What zones know about persons: export, and erasure. */
@Module({ controllers: [OnContactErased, PersonalDataOfZones] })
export class PrivacyModule {}
