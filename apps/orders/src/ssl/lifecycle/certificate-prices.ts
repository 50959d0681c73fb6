import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { readPrices } from '../../pricing/price.store'
import { priceSubject, type Product } from '../model/product'
import { certificatePrice, type Bought } from '../products/certificate-price'

/** Calculates the charges of certificates at current prices. */
@Injectable()
export class CertificatePrices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the charge of a certificate. Refuses a product without a price in the account's price list. */
  async charge(resellerId: number, product: Product, bought: Bought, commonName: string): Promise<Charge> {
    const subjects = [priceSubject(product)]
    const { currency, prices, tier } = await readPrices(this.database, resellerId, subjects, this.clock.now())
    const price = certificatePrice(prices, product, bought, tier)
    if (!price) return fail('not_sold_certificate', { product: product.id })
    return {
      objectType: 'certificate',
      action: bought.operation,
      subject: commonName,
      quantity: bought.period,
      currency,
      amount: price.reseller.amount,
      discount: price.discount.amount,
      product: price.product,
    }
  }
}
