import { Controller } from '@nestjs/common'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { everyRole } from '@nameyard/contracts/roles'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, raw, sql } from '@nameyard/persistence/statement'
import { contactOnWire } from './contact-on-wire'
import { isRole, type Contact } from './contact.store'

/** Sort fields and their expressions. */
const sortColumns: ReadonlyMap<string, string> = new Map([
  ['id', 'id'],
  ['username', 'lower(username)'],
  ['email', 'lower(email)'],
  ['first_name', 'lower(first_name)'],
  ['last_name', 'lower(last_name)'],
  ['company_name', 'lower(company_name)'],
  ['role', 'role'],
])

/** The column of each pattern. */
const patterns = {
  email_pattern: 'email',
  last_name_pattern: 'last_name',
  company_name_pattern: 'company_name',
  username_pattern: 'username',
} as const satisfies Partial<Record<keyof Input<typeof listContacts>, keyof Contact>>

@Controller()
export class ListContacts {
  constructor(private readonly database: Database) {}

  /** Returns a page of the account's contacts, oldest first, and the count of all matches, with one statement. */
  @Handles(listContacts)
  async execute(input: Input<typeof listContacts>, call: Call): Promise<Result<typeof listContacts>> {
    const sort = sortColumns.get(input.order_by ?? 'id')
    if (sort === undefined) {
      fail('invalid_input', { field: 'order_by', problem: `must be one of ${[...sortColumns.keys()].join(', ')}` })
    }
    const role = input.role?.toLowerCase()
    if (role !== undefined && !isRole(role)) {
      fail('contact_role_unknown', { problem: `must be one of ${everyRole.join(', ')}` })
    }
    const direction = input.order ?? 'asc'
    const conditions = [sql`reseller_id = ${resellerOf(call)} and deleted_at is null`]
    for (const [name, column] of Object.entries(patterns)) {
      const pattern = input[name as keyof typeof patterns]
      if (pattern !== undefined) conditions.push(sql`${raw(column)} ilike ${likePattern(pattern)}`)
    }
    if (role !== undefined) conditions.push(sql`role = ${role}`)
    const order = raw(`order by ${sort} ${direction}, id ${direction}`)
    const rows = await this.database.read<Contact & { total: number }>(sql`
      with matching as (select * from contact where ${join(conditions, ' and ')}),
        page as (select * from matching ${order} limit ${input.limit} offset ${input.offset})
      select (select count(*) from matching)::integer as total, page.*
      from (select) as always left join page on true ${order}`)
    // A page after the last one is a single row with the total and no contact.
    return {
      results: rows.filter(({ id }) => id !== null).map((row) => contactOnWire(row, input.with_additional_data)),
      total: rows[0]?.total ?? 0,
    }
  }
}
