import type { ClientBase } from 'pg'

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

/** Which data the contact wants shown (flag true) or withheld (RFC 5733 section 2.9). */
export interface Disclose {
  readonly flag: boolean
  readonly elements: readonly { readonly local: string; readonly type: string | null }[]
}

/** A contact as its registrar gave it. */
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
  /** Those that were set; `ok` and `linked` follow from the rest. */
  readonly setStatuses: readonly string[]
  readonly isLinked: boolean
}

/** Which of the identifiers are in use. */
export async function findTakenContacts(db: ClientBase, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'contact.taken',
    text: 'select id from sandbox_registry.contact where id = any($1)',
    values: [ids],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Who sponsors each of the contacts; those that do not exist are not in the map. They stay until the command ends. */
export async function findContactSponsors(db: ClientBase, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; sponsor: string }>({
    name: 'contact.sponsors',
    text: 'select id, sponsor from sandbox_registry.contact where id = any($1) for key share',
    values: [ids],
  })
  return new Map(rows.map(({ id, sponsor }) => [id, sponsor]))
}

export async function findContact(db: ClientBase, id: string): Promise<Contact | undefined> {
  const { rows } = await db.query<Contact>(
    `select id, roid, postal_info as "postalInfo", voice, voice_extension as "voiceExtension", fax,
       fax_extension as "faxExtension", email, disclose, auth_info as "authInfo", sponsor, created_by as "createdBy",
       created_at as "createdAt", updated_by as "updatedBy", updated_at as "updatedAt", statuses as "setStatuses",
       exists (select from sandbox_registry.domain d where d.registrant = c.id)
         or exists (select from sandbox_registry.domain_contact dc where dc.contact = c.id) as "isLinked"
     from sandbox_registry.contact c where id = $1`,
    [id],
  )
  return rows[0]
}

/** As above; the contact stays as it is until the command ends. */
export async function holdContact(db: ClientBase, id: string): Promise<Contact | undefined> {
  await db.query('select from sandbox_registry.contact where id = $1 for update', [id])
  return findContact(db, id)
}

export async function changeContact(
  db: ClientBase,
  contact: ContactData & Pick<Contact, 'setStatuses'>,
  by: { readonly registrar: string; readonly now: Date },
): Promise<void> {
  await db.query(
    `update sandbox_registry.contact set postal_info = $2, voice = $3, voice_extension = $4, fax = $5,
       fax_extension = $6, email = $7, disclose = $8, auth_info = $9, statuses = $10, updated_by = $11, updated_at = $12
     where id = $1`,
    [...columnsOf(contact), contact.setStatuses, by.registrar, by.now],
  )
}

export async function eraseContact(db: ClientBase, id: string): Promise<void> {
  await db.query('delete from sandbox_registry.contact where id = $1', [id])
}

function columnsOf(contact: ContactData): unknown[] {
  return [
    contact.id,
    JSON.stringify(contact.postalInfo),
    contact.voice,
    contact.voiceExtension,
    contact.fax,
    contact.faxExtension,
    contact.email,
    contact.disclose && JSON.stringify(contact.disclose),
    contact.authInfo,
  ]
}

/** False when the identifier is taken, also by a command that runs at the same time. */
export async function insertContact(
  db: ClientBase,
  contact: ContactData,
  registrar: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'contact.insert',
    text: `insert into sandbox_registry.contact
       (id, roid, postal_info, voice, voice_extension, fax, fax_extension, email, disclose, auth_info,
        sponsor, created_by, created_at)
     values ($1, 'C' || nextval('sandbox_registry.repository_object') || '-SANDBOX', $2, $3, $4, $5, $6, $7, $8, $9,
        $10, $10, $11)
     on conflict (id) do nothing`,
    values: [...columnsOf(contact), registrar, now],
  })
  return rowCount === 1
}
