import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getSslProduct } from '@nameyard/contracts/orders/get-ssl-product'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { readPrices } from '../../pricing/price.store'
import { priceSubject, productOf } from '../model/product'
import { productOnWire } from './product-on-wire'

/** Returns one certificate product with all details. */
@Controller()
export class GetSslProduct {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(getSslProduct)
  async execute({ id }: Input<typeof getSslProduct>, call: Call): Promise<Result<typeof getSslProduct>> {
    const product = productOf(id) ?? fail('ssl_product_not_found', { product: id })
    const prices = await readPrices(this.database, resellerOf(call), [priceSubject(product)], this.clock.now())
    return productOnWire(product, { prices, hasDescription: true, hasSoftware: true })
  }
}
