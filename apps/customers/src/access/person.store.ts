import { statement } from '@nameyard/persistence/statement'
import type { Contact } from '../contacts/contact.store'

/** What an operator may change of a person, beside its password. */
export type Rights = Pick<Contact, 'is_active' | 'api_access_enabled' | 'api_allowed_from' | 'api_denied_from'>

/** A person an operator names, or an administrator of the same account. */
export type Person = Rights & Pick<Contact, 'id' | 'reseller_id' | 'username' | 'email' | 'role'>

/**
 * username → that person and every administrator of the account, held until the end of the transaction: of two who go
 * at once, the second sees that the first is gone.
 */
export const lockPersonWithAdmins = statement(
  'person.lock_with_admins',
  `select id, reseller_id, username, email, role, is_active, api_access_enabled, api_allowed_from, api_denied_from
   from contact
   where deleted_at is null and (username = $1 or (role = 'admin' and reseller_id = (
     select reseller_id from contact where username = $1 and deleted_at is null)))
   order by id for no key update`,
)

/** number, active, API access, allowed, denied, password hash or null to keep it, now */
export const updateRights = statement(
  'person.update_rights',
  `update contact set is_active = $2, api_access_enabled = $3, api_allowed_from = $4, api_denied_from = $5,
     password_hash = coalesce($6, password_hash),
     password_changed_at = case when $6::text is null then password_changed_at else $7 end
   where id = $1`,
)
