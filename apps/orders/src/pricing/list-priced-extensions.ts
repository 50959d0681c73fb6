import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listPricedExtensions } from '@nameyard/contracts/orders/list-priced-extensions'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { pricedExtensions, pricedExtensionsOf } from './price.store'

/** Lists the extensions that have a price of a registration. */
@Controller()
export class ListPricedExtensions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listPricedExtensions)
  async execute({ resellerId }: Input<typeof listPricedExtensions>): Promise<Result<typeof listPricedExtensions>> {
    const now = this.clock.now()
    const rows =
      resellerId === undefined
        ? await this.database.read(pricedExtensions, { now })
        : await this.database.read(pricedExtensionsOf, { resellerId, now })
    return { extensions: rows.map(({ subject }) => subject) }
  }
}
