import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** A contact whose identifier the registry chose: ours, and the registry's. */
export interface AssignedContact {
  account: string
  key: string
  id: string
}

const FIND = statement<
  { readonly account: string; readonly keys: readonly string[] },
  Pick<AssignedContact, 'key' | 'id'>
>(
  'assigned-contact.find',
  ({ account, keys }) => sql`
    select key, id from assigned_contact where account = ${account} and key = any(${keys}::text[])`,
)

/** Another order may have created the same contact meanwhile: the first one counts. */
const ADD = statement<AssignedContact>(
  'assigned-contact.add',
  ({ account, key, id }) => sql`
    insert into assigned_contact (account, key, id) values (${account}, ${key}, ${id}) on conflict do nothing`,
)

const FORGET = statement<{ readonly account: string; readonly id: string }>(
  'assigned-contact.forget',
  ({ account, id }) => sql`delete from assigned_contact where account = ${account} and id = ${id}`,
)

/** The identifiers that registries chose for contacts of ours. */
@Injectable()
export class ContactBook {
  constructor(private readonly database: Database) {}

  /** Returns the registry's identifiers by ours, of the contacts that it has. */
  async find(account: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.read(FIND, { account, keys: [...new Set(keys)] })
    return new Map(rows.map(({ key, id }) => [key, id]))
  }

  async add(contact: AssignedContact): Promise<void> {
    await this.database.read(ADD, contact)
  }

  /** Forgets a contact that the registry does not have any more. */
  async forget(account: string, id: string): Promise<void> {
    await this.database.read(FORGET, { account, id })
  }
}
