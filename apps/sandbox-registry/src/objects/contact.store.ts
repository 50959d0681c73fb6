import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** An address of a contact; `int` is written in ASCII, `loc` in any script (RFC 5733 section 2.6). */
export interface PostalInfo {
  readonly type: 'int' | 'loc'
  readonly name: string
  readonly org: string | null
  readonly street: readonly string[]
  readonly city: string
  readonly sp: string | null
  readonly pc: string | null
  readonly cc: string
}

/** Data to disclose (flag true) or withhold (RFC 5733 section 2.9). */
export interface Disclose {
  readonly flag: boolean
  readonly elements: readonly { readonly local: string; readonly type: string | null }[]
}

/** The data that a registrar sends for a contact. */
export interface ContactData {
  readonly id: string
  readonly postalInfo: readonly PostalInfo[]
  readonly voice: string | null
  readonly voiceExtension: string | null
  readonly fax: string | null
  readonly faxExtension: string | null
  readonly email: string
  readonly disclose: Disclose | null
  readonly authInfo: string | null
}

export interface Contact extends ContactData {
  readonly roid: string
  readonly sponsor: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedBy: string | null
  readonly updatedAt: Date | null
  /** Explicitly set statuses; `ok` and `linked` are derived. */
  readonly setStatuses: readonly string[]
  readonly isLinked: boolean
}

/** The columns of a contact; postal addresses and disclosure as JSON. */
type Columns = Omit<ContactData, 'postalInfo' | 'disclose'> & {
  readonly postalInfo: string
  readonly disclose: string | null
}

interface By {
  readonly registrar: string
  readonly now: Date
}

const FIND_TAKEN = statement<{ readonly ids: readonly string[] }, { id: string }>(
  'sandbox.find-taken-contacts',
  ({ ids }) => sql`select id from sandbox_registry.contact where id = any(${ids})`,
)

const FIND_SPONSORS = statement<{ readonly ids: readonly string[] }, { id: string; sponsor: string }>(
  'sandbox.find-contact-sponsors',
  ({ ids }) => sql`select id, sponsor from sandbox_registry.contact where id = any(${ids}) for key share`,
)

const FIND = statement<{ id: string }, Contact>(
  'sandbox.find-contact',
  ({ id }) => sql`
    select id, roid, postal_info as "postalInfo", voice, voice_extension as "voiceExtension", fax,
      fax_extension as "faxExtension", email, disclose, auth_info as "authInfo", sponsor, created_by as "createdBy",
      created_at as "createdAt", updated_by as "updatedBy", updated_at as "updatedAt", statuses as "setStatuses",
      exists (select from sandbox_registry.domain d where d.registrant = c.id)
        or exists (select from sandbox_registry.domain_contact dc where dc.contact = c.id) as "isLinked"
    from sandbox_registry.contact c where id = ${id}`,
)

const LOCK = statement<{ id: string }>(
  'sandbox.lock-contact',
  ({ id }) => sql`select from sandbox_registry.contact where id = ${id} for update`,
)

const CHANGE = statement<Columns & By & { readonly setStatuses: readonly string[] }>(
  'sandbox.change-contact',
  (contact) => sql`
    update sandbox_registry.contact set postal_info = ${contact.postalInfo}, voice = ${contact.voice},
      voice_extension = ${contact.voiceExtension}, fax = ${contact.fax}, fax_extension = ${contact.faxExtension},
      email = ${contact.email}, disclose = ${contact.disclose}, auth_info = ${contact.authInfo},
      statuses = ${contact.setStatuses}, updated_by = ${contact.registrar}, updated_at = ${contact.now}
    where id = ${contact.id}`,
)

const DELETE = statement<{ id: string }>(
  'sandbox.delete-contact',
  ({ id }) => sql`delete from sandbox_registry.contact where id = ${id}`,
)

const INSERT = statement<Columns & By>(
  'sandbox.insert-contact',
  (contact) => sql`
      insert into sandbox_registry.contact
      (id, roid, postal_info, voice, voice_extension, fax, fax_extension, email, disclose, auth_info,
    sponsor, created_by, created_at)
      values (${contact.id}, 'C' || nextval('sandbox_registry.repository_object') || '-SANDBOX', ${contact.postalInfo},
      ${contact.voice}, ${contact.voiceExtension}, ${contact.fax}, ${contact.faxExtension}, ${contact.email},
      ${contact.disclose}, ${contact.authInfo}, ${contact.registrar}, ${contact.registrar}, ${contact.now})
      on conflict (id) do nothing`,
)

/** Returns which of the identifiers are taken. */
export async function findTakenContacts(db: ClientBase, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await read(db, FIND_TAKEN, { ids })).map(({ id }) => id))
}

/** Returns the sponsors of the contacts that exist, and locks them against deletion until the command ends. */
export async function findContactSponsors(db: ClientBase, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await read(db, FIND_SPONSORS, { ids })).map(({ id, sponsor }) => [id, sponsor]))
}

export async function findContact(db: ClientBase, id: string): Promise<Contact | undefined> {
  const [contact] = await read(db, FIND, { id })
  return contact
}

/** Returns a contact and locks it until the command ends. */
export async function lockContact(db: ClientBase, id: string): Promise<Contact | undefined> {
  await write(db, LOCK, { id })
  return findContact(db, id)
}

export async function changeContact(
  db: ClientBase,
  contact: ContactData & Pick<Contact, 'setStatuses'>,
  { registrar, now }: By,
): Promise<void> {
  await write(db, CHANGE, { ...contact, ...jsonOf(contact), registrar, now })
}

export async function deleteContactRow(db: ClientBase, id: string): Promise<void> {
  await write(db, DELETE, { id })
}

/** Returns false when the identifier is taken, also by a command that runs at the same time. */
export async function insertContact(
  db: ClientBase,
  contact: ContactData,
  registrar: string,
  now: Date,
): Promise<boolean> {
  return (await write(db, INSERT, { ...contact, ...jsonOf(contact), registrar, now })) === 1
}

function jsonOf({ postalInfo, disclose }: ContactData): Pick<Columns, 'postalInfo' | 'disclose'> {
  return { postalInfo: JSON.stringify(postalInfo), disclose: disclose && JSON.stringify(disclose) }
}
