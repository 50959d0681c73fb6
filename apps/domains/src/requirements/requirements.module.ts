import { Module } from '@nestjs/common'
import { ListCustomerRequirements } from './list-customer-requirements'
import { ListDomainRequirements } from './list-domain-requirements'

/** The data that extensions require beyond the common fields. */
@Module({ controllers: [ListCustomerRequirements, ListDomainRequirements] })
export class RequirementsModule {}
