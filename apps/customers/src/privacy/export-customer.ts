import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { exportCustomer } from '@nameyard/contracts/privacy/export-customer'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { PersonExport } from './person-export'
import { findCustomer } from './person.store'

@Controller()
export class ExportCustomer {
  constructor(
    private readonly database: Database,
    private readonly exported: PersonExport,
    private readonly clock: Clock,
  ) {}

  /** Returns the data of a customer of the account. Of a deleted one nothing is shown, also while a duty keeps its data. */
  @Handles(exportCustomer)
  async execute({ handle }: Input<typeof exportCustomer>, call: Call): Promise<Result<typeof exportCustomer>> {
    const resellerId = resellerOf(call)
    const [customer] = await this.database.read(findCustomer, { handle })
    if (customer?.reseller_id !== resellerId || customer.deleted_at) fail('customer_not_found', { handle })
    const data = await this.exported.ofCustomer({ kind: 'customer', resellerId, handle }, call)
    return { handle, exported_at: printDate(this.clock.now()), data }
  }
}
