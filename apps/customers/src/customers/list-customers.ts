import { Controller, Inject } from '@nestjs/common'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { CustomerList, sortColumns, type Bound, type Counts } from './customer-list'
import { toWire, type ShownCustomer } from './customer.store'

type Column = NonNullable<Input<typeof listCustomers>['columns']>[number]

@Controller()
export class ListCustomers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** A page of the account's customers, oldest first, with the count of all that match; a page beyond the end is empty. */
  @Handles(listCustomers)
  async execute(input: Input<typeof listCustomers>, call: Call): Promise<Result<typeof listCustomers>> {
    const account = resellerOf(call)
    if (input.reseller_id !== undefined && input.reseller_id !== account) {
      fail('invalid_input', { field: 'reseller_id', problem: 'must be your own' })
    }
    if (input.order_by !== undefined && !sortColumns.has(input.order_by)) {
      fail('invalid_input', { field: 'order_by', problem: `must be one of ${[...sortColumns.keys()].join(', ')}` })
    }
    const list = new CustomerList(account, input)
    const planning = list.planning()
    const { total, rows } = planning
      ? await this.database.unitOfWork(call, async (tx) => {
          await tx.query(planning.statement, planning.values)
          return read(list, (bound) => tx.query(bound.statement, bound.values))
        })
      : await read(list, (bound) => this.database.read(bound.statement, bound.values))
    return {
      results: rows.map((row) => restrict(toWire(row, input.with_additional_data), input.columns)),
      total,
    }
  }
}

/** Counted first: the page is found by the way that the count makes the shorter one. */
async function read(
  list: CustomerList,
  query: <Row extends object>(bound: Bound) => Promise<Row[]>,
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

/** Only the columns that were asked for; parts of the name are put together again. */
function restrict(customer: WireCustomer, columns: readonly Column[] | undefined): Partial<WireCustomer> {
  if (!columns || columns.length === 0) return customer
  return columns
    .map((column) => pick[column](customer))
    .reduce((shown, part) => ({ ...shown, ...part, ...(part.name && { name: { ...shown.name, ...part.name } }) }), {})
}
