import { Controller, Inject } from '@nestjs/common'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement } from '@nameyard/persistence/statement'
import { contactOnWire, contactRoles, isContactRole, type Contact } from './contact.store'

/** What the list may be sorted by, and the expression behind it. */
const sortColumns: ReadonlyMap<string, string> = new Map([
  ['id', 'id'],
  ['username', 'lower(username)'],
  ['email', 'lower(email)'],
  ['first_name', 'lower(first_name)'],
  ['last_name', 'lower(last_name)'],
  ['company_name', 'lower(company_name)'],
  ['role', 'role'],
])

/** The column each pattern looks at. */
const patterns = {
  email_pattern: 'email',
  last_name_pattern: 'last_name',
  company_name_pattern: 'company_name',
  username_pattern: 'username',
} as const satisfies Partial<Record<keyof Input<typeof listContacts>, keyof Contact>>

@Controller()
export class ListContacts {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** A page of the account's people, oldest first, with the count of all that match, in one statement. */
  @Handles(listContacts)
  async execute(input: Input<typeof listContacts>, call: Call): Promise<Result<typeof listContacts>> {
    const sort = sortColumns.get(input.order_by ?? 'id')
    if (sort === undefined) {
      fail('invalid_input', { field: 'order_by', problem: `must be one of ${[...sortColumns.keys()].join(', ')}` })
    }
    const role = input.role?.toLowerCase()
    if (role !== undefined && !isContactRole(role)) {
      fail('contact_role_unknown', { problem: `must be one of ${contactRoles.join(', ')}` })
    }
    const direction = input.order ?? 'asc'
    const values: unknown[] = []
    const $ = (value: unknown) => `$${values.push(value)}`
    const conditions = [`reseller_id = ${$(resellerOf(call))}`, 'deleted_at is null']
    for (const [name, column] of Object.entries(patterns)) {
      const pattern = input[name as keyof typeof patterns]
      if (pattern !== undefined) conditions.push(`${column} ilike ${$(likePattern(pattern))}`)
    }
    if (role !== undefined) conditions.push(`role = ${$(role)}`)
    const order = `order by ${sort} ${direction}, id ${direction}`
    const rows = await this.database.read<Contact & { total: number }>(
      statement(
        '',
        `with matching as (select * from contact where ${conditions.join(' and ')}),
           page as (select * from matching ${order} limit ${$(input.limit)} offset ${$(input.offset)})
         select (select count(*) from matching)::integer as total, page.*
         from (select) as always left join page on true ${order}`,
      ),
      values,
    )
    // A page beyond the end is one row that holds the total and nobody.
    return {
      results: rows.filter(({ id }) => id !== null).map((row) => contactOnWire(row, input.with_additional_data)),
      total: rows[0]?.total ?? 0,
    }
  }
}
