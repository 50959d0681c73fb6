import { Controller } from '@nestjs/common'
import { nameCustomers } from '@nameyard/contracts/customers/name-customers'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { listed, sql, statement } from '@nameyard/persistence/statement'
import { fullName } from '../party/model/party-details'
import type { Customer } from './customer.store'

type Named = Pick<Customer, 'company_name' | 'first_name' | 'handle' | 'last_name' | 'prefix'>

const namesOf = statement<{ resellerId: number; handles: readonly string[] }, Named>(
  'customer.names',
  ({ resellerId, handles }) => sql`
    select c.handle, coalesce(n.first_name, '') as first_name, coalesce(n.prefix, '') as prefix,
      coalesce(n.last_name, '') as last_name, coalesce(n.company_name, '') as company_name
    from customer c left join customer n on n.id = c.id and n.deleted_at is null
    where c.handle = any(${listed(handles, 'text')}) and c.reseller_id = ${resellerId}`,
)

/** Returns the names of customers. Those of deleted ones are empty. */
@Controller()
export class NameCustomers {
  constructor(private readonly database: Database) {}

  @Handles(nameCustomers)
  async execute({ resellerId, handles }: Input<typeof nameCustomers>): Promise<Result<typeof nameCustomers>> {
    const rows = await this.database.read(namesOf, { resellerId, handles })
    return {
      names: rows.map((row) => ({ handle: row.handle, fullName: fullName(row), companyName: row.company_name })),
    }
  }
}
