import { Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { listPricedExtensions } from '@nameyard/contracts/orders/list-priced-extensions'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Rpc } from '@nameyard/messaging/rpc'

/** Why an extension with an account at a registry is not sold. */
export const WITHOUT_PRICE = 'no price list has a price of a registration'

/** The extensions that have prices. An extension is sold only if an account serves it and it has a price. */
@Injectable()
export class PricedExtensions {
  constructor(private readonly rpc: Rpc) {}

  /** Those with a price for the calling account. */
  async forCaller(call: Call): Promise<ReadonlySet<string>> {
    const { extensions } = await this.rpc.call(listPricedExtensions, { resellerId: resellerOf(call) }, call)
    return new Set(extensions)
  }

  /** Those with a price in any list. */
  async inAnyList(call: Call): Promise<ReadonlySet<string>> {
    const { extensions } = await this.rpc.call(listPricedExtensions, {}, call)
    return new Set(extensions)
  }
}
