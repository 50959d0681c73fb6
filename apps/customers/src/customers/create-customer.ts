import { Controller } from '@nestjs/common'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { customerCreated } from '@nameyard/contracts/events/catalogue/customer-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents } from '../account-events/customer-events'
import { refuseFaults } from '../party/refuse-faults'
import { vatAdvice } from '../party/vat-advice'
import { giveTags } from '../tags/tag.store'
import { insertCustomer, newColumns, written, type WrittenCustomer, type Customer } from './customer.store'
import { newDetails } from './model/customer-details'
import { customerFaults } from './model/customer-faults'
import { handleInitials } from './model/handle'

@Controller()
export class CreateCustomer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: CustomerEvents,
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
    const handle = { initials_of_handle: handleInitials(details), country_of_handle: details.country }
    const values = { ...(written(row) as WrittenCustomer), ...handle }
    const created = await this.database.unitOfWork(call, async (tx) => {
      const [inserted] = await tx.query(insertCustomer, values)
      if (input.tags?.length) await giveTags(tx, row.reseller_id, inserted!.id, input.tags)
      await this.events.tell(tx, customerCreated, inserted!)
      return { handle: inserted!.handle }
    })
    return advised(created, vatAdvice(details.vat))
  }
}
