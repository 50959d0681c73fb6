import { sql, statement } from '@nameyard/persistence/statement'
import { askerColumns, withAsker, type StoredApproval } from './approval.store'

/**
 * Reads the people who may approve calls of an account and can do it at once: administrators with a second factor. Nobody
 * where the account has had many approvals since an instant.
 */
export const findApprovers = statement<
  { resellerId: number; since: Date; mostMailed: number; mostPeople: number },
  { contactId: number }
>(
  'approval_link.approvers',
  ({ resellerId, since, mostMailed, mostPeople }) => sql`
    select person.id as "contactId" from contact as person
    where person.reseller_id = ${resellerId} and role = 'admin' and deleted_at is null and is_active
      and api_access_enabled and password_hash is not null and email <> ''
      and exists (select from factor where contact_id = person.id and confirmed_at is not null)
      and (select count(*) from ${withAsker}
        where contact.reseller_id = ${resellerId} and approval.created_at > ${since}) <= ${mostMailed}
    order by person.id limit ${mostPeople}`,
)

/** A call that waits, and the person who may approve it by a link. */
export interface LinkedApproval extends StoredApproval {
  readonly given: Record<string, unknown>
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly email: string
  readonly locale: string
}

/** The columns of a call and of the person. */
const columns = sql`approval.id, ${askerColumns}, operation, arguments as given, price::float8 as price, currency,
      approval.state, approval.created_at as "createdAt", approval.expires_at as "expiresAt",
      person.reseller_id as "resellerId", person.id as "contactId", person.username, person.email, person.locale`

/** The call and a person who may decide. */
const withPerson = sql`${withAsker}
    join contact as person on person.reseller_id = contact.reseller_id and person.role = 'admin'
      and person.deleted_at is null and person.is_active and person.api_access_enabled
      and person.password_hash is not null`

/** Reads a call that waits, for a person who may approve it. */
export const findWaiting = statement<{ approvalId: number; contactId: number; now: Date }, LinkedApproval>(
  'approval_link.waiting',
  ({ approvalId, contactId, now }) => sql`
    select ${columns} from ${withPerson}
    where approval.id = ${approvalId} and person.id = ${contactId} and approval.state = 'pending'
      and approval.expires_at > ${now} and contact.deleted_at is null`,
)

/** Stores a link, or replaces that of the same message. */
export const insertLink = statement<{ id: string; hash: Buffer; approvalId: number; contactId: number }>(
  'approval_link.insert',
  ({ id, hash, approvalId, contactId }) => sql`
    insert into approval_link (id, hash, approval_id, contact_id)
    values (${id}, ${hash}, ${approvalId}, ${contactId})
    on conflict (id) do update set hash = excluded.hash`,
)

/** Reads what a link is about, while the call waits for a person. */
export const findLinked = statement<{ hash: Buffer; now: Date }, LinkedApproval>(
  'approval_link.find',
  ({ hash, now }) => sql`
    select ${columns} from ${withPerson}
    join approval_link on approval_link.approval_id = approval.id and approval_link.contact_id = person.id
    where approval_link.hash = ${hash} and approval.state = 'pending' and approval.expires_at > ${now}
      and contact.deleted_at is null`,
)
