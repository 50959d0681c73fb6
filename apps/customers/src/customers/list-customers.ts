import { Controller } from '@nestjs/common'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { shownPage } from '@nameyard/contracts/primitives/cursor'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { JsonText, printed } from '@nameyard/messaging/printed'
import { Database, type Tx } from '@nameyard/persistence/database'
import type { Sql } from '@nameyard/persistence/statement'
import { CustomerList, sortColumns, type Counts } from './customer-list'
import { customerOnWire, customersAsJson } from './customer-on-wire'
import type { ShownCustomer } from './customer.store'

type Query = Input<typeof listCustomers>
type Column = NonNullable<Query['columns']>[number]

@Controller()
export class ListCustomers {
  constructor(private readonly database: Database) {}

  /** Returns a page of the account's customers, oldest first, and the count of all matches. */
  @Handles(listCustomers)
  async execute(input: Query, call: Call): Promise<Given<typeof listCustomers>> {
    const account = resellerOf(call)
    if (input.reseller_id !== undefined && input.reseller_id !== account) {
      fail('invalid_input', { field: 'reseller_id', problem: 'must be the id of your own account' })
    }
    if (input.order_by !== undefined && !sortColumns.has(input.order_by)) {
      fail('invalid_input', { field: 'order_by', problem: `must be one of ${[...sortColumns.keys()].join(', ')}` })
    }
    const list = new CustomerList(account, input)
    const planning = list.planning()
    if (!planning) {
      const { database } = this
      const print: Reader['print'] = (text, form) => database.print(text, form)
      return answer(list, input, { query: (text) => database.read(text), print })
    }
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(planning)
      return answer(list, input, tx)
    })
  }
}

/** Reads within the transaction of a list, or without one. */
interface Reader extends Pick<Tx, 'print'> {
  query<Row extends object>(text: Sql): Promise<Row[]>
}

/** Whole customers are printed as they are read. */
async function answer(list: CustomerList, input: Query, reader: Reader): Promise<Given<typeof listCustomers>> {
  const { limit, columns, with_additional_data } = input
  if (with_additional_data || (columns && columns.length > 0)) {
    const query = async (text: Sql) => ({ rows: await reader.query<ShownCustomer & { total: number }>(text) })
    const { page, total } = await read(list, reader, query)
    const { rows, ...next } = shownPage(page?.rows ?? [], limit)
    return { results: rows.map((row) => restrict(customerOnWire(row, with_additional_data), columns)), total, ...next }
  }
  const { page, total } = await read(list, reader, (text) => reader.print(text, customersAsJson))
  const { rows, ...next } = shownPage(page?.rows ?? [], limit)
  return printed<Result<typeof listCustomers>>({
    results: page ? new JsonText(page.list(rows.length)) : [],
    total,
    ...next,
  })
}

/** The rows of a first page have the total. For the others it is counted first, because it decides how the page is found. */
async function read<Page extends { readonly rows: readonly { readonly total: number }[] }>(
  list: CustomerList,
  reader: Reader,
  readPage: (text: Sql) => Promise<Page>,
): Promise<{ page?: Page; total: number }> {
  const first = list.first()
  const page = first && (await readPage(first))
  const [row] = page?.rows ?? []
  if (page && row) return { page, total: row.total }
  const [counts] = await reader.query<Counts>(list.counts())
  if (!counts || first || list.offset >= counts.total) return { total: counts?.total ?? 0 }
  return { page: await readPage(list.page(counts)), total: counts.total }
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
