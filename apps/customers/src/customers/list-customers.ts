import { Controller, Inject } from '@nestjs/common'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { listStatement, sortColumns } from './customer-list'
import { toWire, type ShownCustomer, type WireCustomer } from './customer.store'

type Column = NonNullable<Input<typeof listCustomers>['columns']>[number]

@Controller()
export class ListCustomers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** A page of the account's customers, oldest first, with the count of all that match, in one statement. */
  @Handles(listCustomers)
  async execute(input: Input<typeof listCustomers>, call: Call): Promise<Result<typeof listCustomers>> {
    const account = resellerOf(call)
    if (input.reseller_id !== undefined && input.reseller_id !== account) {
      fail('invalid_input', { field: 'reseller_id', problem: 'must be your own' })
    }
    if (input.order_by !== undefined && !sortColumns.has(input.order_by)) {
      fail('invalid_input', { field: 'order_by', problem: `must be one of ${[...sortColumns.keys()].join(', ')}` })
    }
    const { statement, values } = listStatement(account, input)
    const rows = await this.database.read<ShownCustomer & { total: number }>(statement, values)
    // A page beyond the end is one row that holds the total and no customer.
    const found = rows.filter(({ id }) => id !== null)
    return {
      results: found.map((row) => restrict(toWire(row, input.with_additional_data), input.columns)),
      total: rows[0]?.total ?? 0,
    }
  }
}

const pick: Readonly<Record<Column, (customer: WireCustomer) => Partial<WireCustomer>>> = {
  id: ({ id }) => ({ id }),
  handle: ({ handle }) => ({ handle }),
  email: ({ email }) => ({ email }),
  companyName: ({ company_name }) => ({ company_name }),
  firstName: ({ name: { first_name } }) => ({ name: { first_name } as WireCustomer['name'] }),
  prefix: ({ name: { prefix } }) => ({ name: { prefix } as WireCustomer['name'] }),
  initials: ({ name: { initials } }) => ({ name: { initials } as WireCustomer['name'] }),
  lastName: ({ name: { last_name } }) => ({ name: { last_name } as WireCustomer['name'] }),
  fullName: ({ name: { full_name } }) => ({ name: { full_name } as WireCustomer['name'] }),
}

/** Only the columns that were asked for; parts of the name are put together again. */
function restrict(customer: WireCustomer, columns: readonly Column[] | undefined): Partial<WireCustomer> {
  if (!columns || columns.length === 0) return customer
  return columns
    .map((column) => pick[column](customer))
    .reduce((shown, part) => ({ ...shown, ...part, ...(part.name && { name: { ...shown.name, ...part.name } }) }), {})
}
