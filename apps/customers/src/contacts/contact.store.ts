import { EntitySchema } from 'typeorm'
import { statement } from '@nameyard/persistence/statement'

/** A person of a reseller, who logs in. */
export interface Contact {
  readonly id: number
  readonly reseller_id: number
  readonly username: string
  /** argon2id in PHC string form. */
  readonly password_hash: string
  readonly email: string
  readonly role: 'admin' | 'tech' | 'billing'
  /** Off until somebody switches it on. */
  readonly api_access_enabled: boolean
  readonly created_at: Date
  readonly deleted_at: Date | null
}

export const contactSchema = new EntitySchema<Contact>({
  name: 'contact',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    reseller_id: { type: 'integer', foreignKey: { target: 'reseller', inverseSide: 'id', name: 'contact_reseller' } },
    username: { type: 'text' },
    password_hash: { type: 'text' },
    email: { type: 'text' },
    role: { type: 'text' },
    api_access_enabled: { type: 'boolean', default: false },
    created_at: { type: 'timestamptz' },
    deleted_at: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ name: 'contact_username', columns: ['username'] }],
  indices: [{ name: 'contact_reseller_id', columns: ['reseller_id'] }],
  checks: [{ name: 'contact_role', expression: `role in ('admin', 'tech', 'billing')` }],
})

/** What a login is decided on. */
export type Credentials = Pick<Contact, 'id' | 'reseller_id' | 'password_hash' | 'api_access_enabled'>

/** username → at most one */
export const findCredentials = statement(
  'contact.credentials',
  `select id, reseller_id, password_hash, api_access_enabled from contact
   where username = $1 and deleted_at is null`,
)

/** reseller, username, password hash, email, role, API access, now → id, or nothing when the username is taken */
export const insertContact = statement(
  'contact.insert',
  `insert into contact (reseller_id, username, password_hash, email, role, api_access_enabled, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict on constraint contact_username do nothing returning id`,
)
