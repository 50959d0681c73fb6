import { Module } from '@nestjs/common'
import { FindRegistrationOfCustomer } from './find-registration-of-customer'
import { OnContactErased } from './on-contact-erased'
import { OnCustomerErased } from './on-customer-erased'
import { PersonalDataOfDomains } from './personal-data-of-domains'

/** What domains know about persons: export, and erasure. */
@Module({ controllers: [FindRegistrationOfCustomer, OnContactErased, OnCustomerErased, PersonalDataOfDomains] })
export class PrivacyModule {}
