import { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import type { contact } from '@nameyard/contracts/contacts/contact'
import { everyRole, type Role } from '@nameyard/contracts/roles'
import { listed, sql, statement } from '@nameyard/persistence/statement'
import { eventContactColumns, type EventContact } from '../account-events/contact-events'
import { eventKeyColumns, type EventKey } from '../account-events/key-events'
import { eventSessionColumns, type EventSession } from '../account-events/session-events'

type WireContact = z.input<typeof contact>

export function isRole(role: string): role is Role {
  return (everyRole as readonly string[]).includes(role)
}

/** A person who can log in for a reseller. */
export interface Contact {
  readonly id: number
  readonly reseller_id: number
  /** Unique over all accounts, except for deleted contacts. */
  readonly username: string
  /** argon2id in PHC string form. Without a password (null) the contact cannot log in. */
  readonly password_hash: string | null
  readonly email: string
  readonly role: Role
  /** Whether the contact may log in at all. */
  readonly is_active: boolean
  /** Off by default. */
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
  /** The parts of the telephone number, as given. */
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
  /** Addresses and CIDR ranges as given, each valid as `inet`. An empty allow-list allows all. */
  readonly api_allowed_from: readonly string[]
  readonly api_denied_from: readonly string[]
  readonly panel_allowed_from: readonly string[]
  readonly panel_denied_from: readonly string[]
  readonly password_changed_at: Date | null
  readonly password_change_declined_at: Date | null
  readonly last_login_at: Date | null
  /** The last login with the password alone. */
  readonly last_password_login_at: Date | null
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
    reseller_id: { type: 'integer' },
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
    last_password_login_at: instant,
    last_api_call_at: instant,
    created_at: { type: 'timestamptz' },
    deleted_at: instant,
  },
})

/** Inserts a contact, unless its username is taken. */
export const insertContact = statement<
  {
    resellerId: number
    username: string
    passwordHash: string
    email: string
    role: string
    apiAccess: boolean
    now: Date
  },
  EventContact
>(
  'contact.insert',
  (given) => sql`
    insert into contact (reseller_id, username, password_hash, email, role, api_access_enabled, created_at,
      password_changed_at)
    values (${given.resellerId}, ${given.username}, ${given.passwordHash}, ${given.email}, ${given.role},
      ${given.apiAccess}, ${given.now}, ${given.now})
    on conflict (username) where deleted_at is null do nothing returning ${eventContactColumns}`,
)

/** Reads contacts of any account. */
export const findContacts = statement<{ ids: readonly number[] }, Contact>(
  'contact.by_ids',
  ({ ids }) => sql`select * from contact where id = any(${listed(ids, 'int')}) and deleted_at is null`,
)

/**
 * Reads a contact and all administrators of the account and locks them, so that concurrent changes cannot remove the last
 * administrator.
 */
export const lockWithAdmins = statement<{ resellerId: number; id: number }, Contact>(
  'contact.lock_with_admins',
  ({ resellerId, id }) => sql`
    select * from contact where reseller_id = ${resellerId} and deleted_at is null and (id = ${id} or role = 'admin')
    order by id for no key update`,
)

/**
 * Deletes a contact: empties all columns about the person, and deletes the networks and links of the person. The id, the role
 * and the times stay, for the history.
 */
export const eraseContact = statement<{ id: number; now: Date }, EventContact>(
  'contact.delete',
  ({ id, now }) => sql`
    with networks as (delete from login_network where contact_id = ${id}),
      links as (delete from password_reset where contact_id = ${id})
    update contact set deleted_at = ${now}, username = 'deleted-' || id, password_hash = null, additional_data = '{}',
      email = '', company_name = '', first_name = '', prefix = '', initials = '', last_name = '', street = '',
      house_number = '', house_suffix = '', zipcode = '', city = '', state = '', country = '',
      phone_country_code = '', phone_area_code = '', phone_subscriber_number = '', vat = '', inn = '',
      kpp = '', comments = '',
      api_allowed_from = '{}', api_denied_from = '{}', panel_allowed_from = '{}', panel_denied_from = '{}'
    where id = ${id} returning ${eventContactColumns}`,
)

/** Deletes the tokens of a contact. */
export const revokeTokens = statement<{ id: number }, EventSession>(
  'contact.revoke_tokens',
  ({ id }) => sql`delete from token where contact_id = ${id} returning ${eventSessionColumns}`,
)

/** Deletes the API keys of a contact. */
export const removeKeys = statement<{ id: number }, EventKey>(
  'contact.remove_keys',
  ({ id }) => sql`delete from api_key where contact_id = ${id} returning ${eventKeyColumns}`,
)

/** Deletes the second factors and recovery codes of a contact. */
export const removeFactors = statement<{ id: number }>(
  'contact.remove_factors',
  ({ id }) => sql`
    with codes as (delete from recovery_code where contact_id = ${id}),
      challenges as (delete from passkey_challenge where contact_id = ${id})
    delete from factor where contact_id = ${id}`,
)

/** Reads the company of an account. */
export const findCompany = statement<{ resellerId: number }, { company: string }>(
  'contact.company',
  ({ resellerId }) => sql`select company_name as company from reseller where id = ${resellerId}`,
)
