import { Module } from '@nestjs/common'
import { GetDomainPrice } from './get-domain-price'
import { ImportPrices } from './import-prices'
import { ListExtensionPrices } from './list-extension-prices'
import { ListPricedExtensions } from './list-priced-extensions'
import { PriceEvents } from './price-events'
import { QuotePrices } from './quote-prices'
import { SetPricingTerms } from './set-pricing-terms'

/** Price lists and quotes. */
@Module({
  controllers: [GetDomainPrice, ImportPrices, ListExtensionPrices, ListPricedExtensions, QuotePrices, SetPricingTerms],
  providers: [PriceEvents],
})
export class PricingModule {}
