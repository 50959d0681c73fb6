import { Controller, Inject } from '@nestjs/common'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { insertCustomer, newColumns, rowValues, type Customer } from './customer.store'
import { giveTags } from '../tags/tag.store'
import { newDetails } from './model/customer-details'
import { customerFaults } from './model/customer-faults'
import { handleInitials } from './model/handle'
import { refuseFaults } from './refuse-faults'
import { vatAdvice } from './vat-advice'

@Controller()
export class CreateCustomer {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Handles(createCustomer)
  async execute(
    input: Input<typeof createCustomer>,
    call: Call,
  ): Promise<Result<typeof createCustomer> | Advised<Result<typeof createCustomer>>> {
    const details = newDetails(input)
    refuseFaults(customerFaults(details, input.tags))
    const now = this.clock.now()
    const row: Pick<Customer, (typeof newColumns)[number]> = {
      ...details,
      reseller_id: resellerOf(call),
      username: input.username ?? '',
      comments_changed_at: details.comments === '' ? null : now,
      created_at: now,
      updated_at: now,
    }
    const values = [handleInitials(details), details.country, ...rowValues(newColumns, row)]
    const created = await this.database.unitOfWork(call, async (tx) => {
      const [{ id, handle }] = (await tx.query(insertCustomer, values)) as [{ id: number; handle: string }]
      if (input.tags?.length) await giveTags(tx, row.reseller_id, id, input.tags)
      return { handle }
    })
    return advised(created, vatAdvice(details.vat))
  }
}
