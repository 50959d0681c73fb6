import { Controller } from '@nestjs/common'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { shownPage } from '@nameyard/contracts/primitives/cursor'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import type { Sql } from '@nameyard/persistence/statement'
import { CustomerList, sortColumns, type Counts } from './customer-list'
import { customerOnWire } from './customer-on-wire'
import type { ShownCustomer } from './customer.store'

type Column = NonNullable<Input<typeof listCustomers>['columns']>[number]

@Controller()
export class ListCustomers {
  constructor(private readonly database: Database) {}

  /** Returns a page of the account's customers, oldest first, and the count of all matches. */
  @Handles(listCustomers)
  async execute(input: Input<typeof listCustomers>, call: Call): Promise<Result<typeof listCustomers>> {
    const account = resellerOf(call)
    if (input.reseller_id !== undefined && input.reseller_id !== account) {
      fail('invalid_input', { field: 'reseller_id', problem: 'must be the id of your own account' })
    }
    if (input.order_by !== undefined && !sortColumns.has(input.order_by)) {
      fail('invalid_input', { field: 'order_by', problem: `must be one of ${[...sortColumns.keys()].join(', ')}` })
    }
    const list = new CustomerList(account, input)
    const planning = list.planning()
    const { total, rows: found } = planning
      ? await this.database.unitOfWork(call, async (tx) => {
          await tx.query(planning)
          return read(list, (text) => tx.query(text))
        })
      : await read(list, (text) => this.database.read(text))
    const { rows, ...next } = shownPage(found, input.limit)
    return {
      results: rows.map((row) => restrict(customerOnWire(row, input.with_additional_data), input.columns)),
      total,
      ...next,
    }
  }
}

/** Counts first, because the count decides how the page is found. */
async function read(
  list: CustomerList,
  query: <Row extends object>(text: Sql) => Promise<Row[]>,
): Promise<{ total: number; rows: ShownCustomer[] }> {
  const [counts] = await query<Counts>(list.counts())
  const total = counts?.total ?? 0
  const hasPage = counts !== undefined && list.offset < total
  return { total, rows: hasPage ? await query<ShownCustomer>(list.page(counts)) : [] }
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

/** Returns only the requested columns. Parts of the name are merged into one object. */
function restrict(customer: WireCustomer, columns: readonly Column[] | undefined): Partial<WireCustomer> {
  if (!columns || columns.length === 0) return customer
  return columns
    .map((column) => pick[column](customer))
    .reduce((shown, part) => ({ ...shown, ...part, ...(part.name && { name: { ...shown.name, ...part.name } }) }), {})
}
