import { Module } from '@nestjs/common'
import { FindOrdersOfCustomer } from './find-orders-of-customer'
import { GetReseller } from './get-reseller'
import { GetResellerSettings } from './get-reseller-settings'
import { GetResellerStatistics } from './get-reseller-statistics'

/** What a reseller account shows: its money and orders from here, the rest from other services. */
@Module({
  controllers: [FindOrdersOfCustomer, GetReseller, GetResellerSettings, GetResellerStatistics],
})
export class ResellersModule {}
