import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listSslProducts } from '@nameyard/contracts/orders/list-ssl-products'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { readPrices } from '../../pricing/price.store'
import { priceSubject, products, type Product } from '../model/product'
import { productOnWire } from './product-on-wire'

type Sort = keyof NonNullable<Input<typeof listSslProducts>['order_by']>

const sorts: Readonly<Record<Sort, (product: Product) => string | number>> = {
  name: ({ name }) => name,
  brand_name: () => 0,
  category: ({ category }) => category,
  sub_category: () => 0,
  brand_seqno: () => 0,
  product_seqno: ({ sequence }) => sequence,
}

/** Lists the certificate products. */
@Controller()
export class ListSslProducts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listSslProducts)
  async execute(query: Input<typeof listSslProducts>, call: Call): Promise<Result<typeof listSslProducts>> {
    const prices = query.with_price
      ? await readPrices(this.database, resellerOf(call), products.map(priceSubject), this.clock.now())
      : undefined
    const details = { prices, hasDescription: query.with_description, hasSoftware: query.with_supported_software }
    const asked = Object.entries(query.order_by ?? {}) as [Sort, 'asc' | 'desc'][]
    const page = [...products].sort(ordering(asked)).slice(query.offset, query.offset + query.limit)
    return { results: page.map((product) => productOnWire(product, details)), total: products.length }
  }
}

function ordering(asked: readonly [Sort, 'asc' | 'desc'][]) {
  return (one: Product, other: Product): number => {
    for (const [column, direction] of asked) {
      const [first, second] = [sorts[column](one), sorts[column](other)]
      if (first !== second) return first < second === (direction === 'asc') ? -1 : 1
    }
    return one.sequence - other.sequence
  }
}
