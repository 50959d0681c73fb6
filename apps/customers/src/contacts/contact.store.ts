import type { contact } from '@nameyard/contracts/contacts/contact'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import { addressOnWire, nameOnWire, phoneOnWire } from '../customers/model/particulars'

type WireContact = z.input<typeof contact>

/** What a person may do for the account; `admin` may do everything. */
export const contactRoles = ['admin', 'tech', 'billing'] as const
export type ContactRole = (typeof contactRoles)[number]

export function isContactRole(role: string): role is ContactRole {
  return (contactRoles as readonly string[]).includes(role)
}

/** A person of a reseller, who logs in. */
export interface Contact {
  readonly id: number
  readonly reseller_id: number
  /** Unique among the people of all accounts who are not deleted. */
  readonly username: string
  /** argon2id in PHC string form; null until the person has a password, and nobody logs in until then. */
  readonly password_hash: string | null
  readonly email: string
  readonly role: ContactRole
  /** Whether the person may log in at all. */
  readonly is_active: boolean
  /** Off until somebody switches it on. */
  readonly api_access_enabled: boolean
  readonly company_name: string
  readonly first_name: string
  readonly prefix: string
  readonly initials: string
  readonly last_name: string
  readonly street: string
  readonly house_number: string
  readonly house_suffix: string
  readonly zipcode: string
  readonly city: string
  readonly state: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** The parts of the telephone number as they were given. */
  readonly phone_country_code: string
  readonly phone_area_code: string
  readonly phone_subscriber_number: string
  readonly vat: string
  readonly inn: string
  readonly kpp: string
  readonly locale: string
  readonly comments: string
  readonly additional_data: NonNullable<WireContact['additional_data']>
  readonly auth_type: string
  /** Addresses and CIDR ranges as they were given, each readable as `inet`; an empty allow-list allows all. */
  readonly api_allowed_from: readonly string[]
  readonly api_denied_from: readonly string[]
  readonly panel_allowed_from: readonly string[]
  readonly panel_denied_from: readonly string[]
  readonly password_changed_at: Date | null
  readonly password_change_declined_at: Date | null
  readonly last_login_at: Date | null
  /** To the minute. */
  readonly last_api_call_at: Date | null
  readonly created_at: Date
  readonly deleted_at: Date | null
}

const text = { type: 'text' } as const
const detail = { type: 'text', default: '' } as const
const addresses = { type: 'text', array: true, default: '{}' } as const
const instant = { type: 'timestamptz', nullable: true } as const

export const contactSchema = new EntitySchema<Contact>({
  name: 'contact',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    reseller_id: { type: 'integer', foreignKey: { target: 'reseller', inverseSide: 'id', name: 'contact_reseller' } },
    username: text,
    password_hash: { type: 'text', nullable: true },
    email: text,
    role: text,
    is_active: { type: 'boolean', default: true },
    api_access_enabled: { type: 'boolean', default: false },
    company_name: detail,
    first_name: detail,
    prefix: detail,
    initials: detail,
    last_name: detail,
    street: detail,
    house_number: detail,
    house_suffix: detail,
    zipcode: detail,
    city: detail,
    state: detail,
    country: detail,
    phone_country_code: detail,
    phone_area_code: detail,
    phone_subscriber_number: detail,
    vat: detail,
    inn: detail,
    kpp: detail,
    locale: detail,
    comments: detail,
    additional_data: { type: 'jsonb', default: {} },
    auth_type: detail,
    api_allowed_from: addresses,
    api_denied_from: addresses,
    panel_allowed_from: addresses,
    panel_denied_from: addresses,
    password_changed_at: instant,
    password_change_declined_at: instant,
    last_login_at: instant,
    last_api_call_at: instant,
    created_at: { type: 'timestamptz' },
    deleted_at: instant,
  },
  indices: [
    { name: 'contact_reseller_id', columns: ['reseller_id'] },
    { name: 'contact_username', columns: ['username'], unique: true, where: 'deleted_at is null' },
  ],
  checks: [{ name: 'contact_role', expression: `role in ('admin', 'tech', 'billing')` }],
})

/** reseller, username, password hash, email, role, API access, now → id, or nothing when the username is taken */
export const insertContact = statement(
  'contact.insert',
  `insert into contact (reseller_id, username, password_hash, email, role, api_access_enabled, created_at,
     password_changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7)
   on conflict (username) where deleted_at is null do nothing returning id`,
)

/** numbers → those that exist, of any account */
export const findContacts = statement(
  'contact.by_ids',
  'select * from contact where id = any($1::integer[]) and deleted_at is null',
)

/**
 * reseller, number → that person and every administrator of the account, held until the end of the transaction: of two
 * who go at once, the second sees that the first is gone.
 */
export const lockWithAdmins = statement(
  'contact.lock_with_admins',
  `select * from contact where reseller_id = $1 and deleted_at is null and (id = $2 or role = 'admin')
   order by id for no key update`,
)

/** number, now */
export const markDeleted = statement('contact.delete', 'update contact set deleted_at = $2 where id = $1')

/** contact → its tokens stop working with the commit */
export const revokeTokens = statement('contact.revoke_tokens', 'delete from token where contact_id = $1')

/** A person as the wire shows it: nothing of the password, extra data only when it was asked for. */
export function contactOnWire(row: Contact, withAdditionalData: boolean): WireContact {
  return {
    id: row.id,
    reseller_id: row.reseller_id,
    username: row.username,
    role: row.role,
    company_name: row.company_name,
    name: nameOnWire(row),
    address: addressOnWire(row),
    phone: phoneOnWire(row),
    email: row.email,
    vat: row.vat,
    locale: row.locale,
    comments: row.comments,
    is_active: row.is_active,
    api_access_enabled: row.api_access_enabled,
    api_client_ip_list: { allow: [...row.api_allowed_from], deny: [...row.api_denied_from] },
    rcp_client_ip_list: { allow: [...row.panel_allowed_from], deny: [...row.panel_denied_from] },
    auth_type: row.auth_type,
    last_api_call_at: printDate(row.last_api_call_at),
    last_login_at: printDate(row.last_login_at),
    hash_changed_at: printDate(row.password_changed_at),
    password_changed_at: printDate(row.password_changed_at),
    password_change_declined_at: printDate(row.password_change_declined_at),
    ...(withAdditionalData && { additional_data: row.additional_data }),
  }
}
