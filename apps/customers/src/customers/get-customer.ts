import { Controller, Inject } from '@nestjs/common'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { findByHandles, findWholeByHandles, toWire, type ShownCustomer } from './customer.store'

@Controller()
export class GetCustomer {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** One statement for all that wait; a customer of another account is as unknown as one that does not exist. */
  @HandlesBatch(getCustomer)
  async executeBatch(
    items: readonly BatchItem<typeof getCustomer>[],
  ): Promise<readonly (Result<typeof getCustomer> | Refusal)[]> {
    const statement = items.some(({ input }) => input.with_additional_data) ? findWholeByHandles : findByHandles
    const rows = await this.database.read<ShownCustomer>(statement, [items.map(({ input }) => input.handle)])
    const byHandle = new Map(rows.map((row) => [row.handle, row]))
    return items.map(({ input, call }) => {
      const row = byHandle.get(input.handle)
      return row?.reseller_id === resellerOf(call)
        ? toWire(row, input.with_additional_data)
        : new Refusal('customer_not_found', { handle: input.handle })
    })
  }
}
