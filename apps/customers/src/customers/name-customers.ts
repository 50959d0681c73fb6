import { nameCustomers } from '@nameyard/contracts/customers/name-customers'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import type { Customer } from './customer.store'
import { fullName } from './model/particulars'

type Named = Pick<Customer, 'company_name' | 'first_name' | 'handle' | 'last_name' | 'prefix'>

const namesOf = statement(
  'customer.names',
  `select handle, first_name, prefix, last_name, company_name from customer
   where handle = any($2::text[]) and reseller_id = $1`,
)

/** Names customers, also those that were deleted: domains that have ended keep telling whose they were. */
@Controller()
export class NameCustomers {
  constructor(private readonly database: Database) {}

  @Handles(nameCustomers)
  async execute({ resellerId, handles }: Input<typeof nameCustomers>): Promise<Result<typeof nameCustomers>> {
    const rows = await this.database.read<Named & Record<string, unknown>>(namesOf, [resellerId, handles])
    return {
      names: rows.map((row) => ({ handle: row.handle, fullName: fullName(row), companyName: row.company_name })),
    }
  }
}
