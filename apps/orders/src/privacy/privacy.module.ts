import { Module } from '@nestjs/common'
import { OnCustomerErased } from './on-customer-erased'
import { PersonalDataOfOrders } from './personal-data-of-orders'

/** What orders know about persons: export, and erasure. */
@Module({ controllers: [OnCustomerErased, PersonalDataOfOrders] })
export class PrivacyModule {}
