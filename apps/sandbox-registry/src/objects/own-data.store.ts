import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** What a dialect keeps about an object, beside the data of the RFCs. */
export type OwnData = Readonly<Record<string, unknown>>

const FIND_OF_CONTACTS = statement<{ readonly ids: readonly string[] }, { id: string; own: OwnData }>(
  'sandbox.find-own-of-contacts',
  ({ ids }) => sql`select id, own from sandbox_registry.contact where id = any(${ids})`,
)

const PUT_OF_CONTACT = statement<{ readonly id: string; readonly own: string }>(
  'sandbox.put-own-of-contact',
  ({ id, own }) => sql`update sandbox_registry.contact set own = ${own} where id = ${id}`,
)

const FIND_SAME = statement<{ readonly registrar: string; readonly print: string }, { id: string }>(
  'sandbox.find-same-contact',
  ({ registrar, print }) => sql`
    select id from sandbox_registry.contact where sponsor = ${registrar} and own ->> 'print' = ${print}
    order by id limit 1`,
)

const FIND_OF_DOMAIN = statement<{ readonly name: string }, { own: OwnData }>(
  'sandbox.find-own-of-domain',
  ({ name }) => sql`select own from sandbox_registry.domain where name = ${name}`,
)

const PUT_OF_DOMAIN = statement<{ readonly name: string; readonly own: string }>(
  'sandbox.put-own-of-domain',
  ({ name, own }) => sql`update sandbox_registry.domain set own = ${own} where name = ${name}`,
)

const NEXT_NUMBER = statement<void, { number: string }>(
  'sandbox.next-contact-number',
  () => sql`select nextval('sandbox_registry.repository_object') as number`,
)

/** What dialects keep about contacts, by identifier. */
export async function findOwnOfContacts(db: ClientBase, ids: readonly string[]): Promise<Map<string, OwnData>> {
  return new Map((await read(db, FIND_OF_CONTACTS, { ids })).map(({ id, own }) => [id, own]))
}

export async function putOwnOfContact(db: ClientBase, id: string, own: OwnData): Promise<void> {
  await write(db, PUT_OF_CONTACT, { id, own: JSON.stringify(own) })
}

/** A contact of a registrar with the same data, by the `print` that a dialect keeps of them. */
export async function findSameContact(db: ClientBase, registrar: string, print: string): Promise<string | undefined> {
  const [found] = await read(db, FIND_SAME, { registrar, print })
  return found?.id
}

/** What a dialect keeps about a domain; empty also when there is no such domain. */
export async function findOwnOfDomain(db: ClientBase, name: string): Promise<OwnData> {
  const [row] = await read(db, FIND_OF_DOMAIN, { name })
  return row?.own ?? {}
}

export async function putOwnOfDomain(db: ClientBase, name: string, own: OwnData): Promise<void> {
  await write(db, PUT_OF_DOMAIN, { name, own: JSON.stringify(own) })
}

/** A number for the identifier of a contact that the registry chooses. */
export async function nextContactNumber(db: ClientBase): Promise<string> {
  const [row] = await read(db, NEXT_NUMBER)
  return row!.number
}
