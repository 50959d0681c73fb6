import { Controller } from '@nestjs/common'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { customerOnWire } from './customer-on-wire'
import { findByHandles, findWholeByHandles } from './customer.store'

@Controller()
export class GetCustomer {
  constructor(private readonly database: Database) {}

  /** Reads all requested customers with one statement. A customer of another account is unknown. */
  @HandlesBatch(getCustomer)
  async executeBatch(
    items: readonly BatchItem<typeof getCustomer>[],
  ): Promise<readonly (Result<typeof getCustomer> | Refusal)[]> {
    const statement = items.some(({ input }) => input.with_additional_data) ? findWholeByHandles : findByHandles
    const rows = await this.database.read(statement, { handles: items.map(({ input }) => input.handle) })
    const byHandle = new Map(rows.map((row) => [row.handle, row]))
    return items.map(({ input, call }) => {
      const row = byHandle.get(input.handle)
      return row?.reseller_id === resellerOf(call)
        ? customerOnWire(row, input.with_additional_data)
        : new Refusal('customer_not_found', { handle: input.handle })
    })
  }
}
