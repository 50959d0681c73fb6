import { raw, sql, statement } from '@nameyard/persistence/statement'
import type { Customer } from '../customers/customer.store'

/** A customer by its handle, deleted or not. */
export const findCustomer = statement<
  { handle: string },
  Pick<Customer, 'deleted_at' | 'handle' | 'kept_until' | 'reseller_id'>
>(
  'privacy.customer',
  ({ handle }) => sql`select handle, reseller_id, deleted_at, kept_until from customer where handle = ${handle}`,
)

/** The customer, the verification of the address and the tags. Search columns repeat other columns and are left out. */
export const customerData = statement<
  { resellerId: number; handle: string },
  { customer: object; verifications: object[] }
>(
  'privacy.customer-data',
  ({ resellerId, handle }) => sql`
    select to_jsonb(c) - array['id', 'reseller_id', 'snapshot_until', 'searched', 'comments_short',
        'first_name_folded', 'last_name_folded', 'prefix_folded', 'initials_folded', 'full_name_folded',
        'company_name_folded', 'email_folded', 'comments_folded']
      || jsonb_build_object('tags', (
        select coalesce(jsonb_agg(t.value order by ct.place), '[]')
        from customer_tag ct join tag t on t.id = ct.tag_id where ct.customer_id = c.id)) as customer,
      (select coalesce(jsonb_agg(jsonb_build_object('email', v.email, 'status', v.status, 'started_at', v.started_at,
          'deadline_at', v.deadline_at, 'verified_at', v.verified_at, 'mails', v.mails)), '[]')
        from email_verification v
        where v.reseller_id = c.reseller_id and (v.handle = c.handle or v.address = c.email_folded)) as verifications
    from customer c where c.handle = ${handle} and c.reseller_id = ${resellerId}`,
)

/** A contact person by the username. */
export const findPerson = statement<{ username: string }, { id: number; reseller_id: number; username: string }>(
  'privacy.person',
  ({ username }) =>
    sql`select id, reseller_id, username from contact where username = ${username} and deleted_at is null`,
)

/** Most entries of the audit trail, and most mails, in an export; the newest ones. */
const ENTRIES = 10_000

/** The mails to the address of a person, and those about the person to former addresses. */
export const mailsOfPerson = statement<{ resellerId: number; address: string; object: string }, { mail: object }>(
  'privacy.mails',
  ({ resellerId, address, object }) => sql`
    select jsonb_build_object('type', type, 'object', object, 'email', address, 'sent_at', sent_at, 'state', state,
      'status', status, 'diagnostic', diagnostic, 'reported_at', reported_at) as mail
    from sent_mail where reseller_id = ${resellerId} and (address = ${address} or object = ${object})
    order by sent_at desc, id desc limit ${raw(String(ENTRIES))}`,
)

/** The person with logins, keys, second factors and entries of the audit trail, without any secret. */
export const personData = statement<
  { contactId: number },
  Record<'contact' | 'keys' | 'factors' | 'networks' | 'sessions' | 'entries', object[]>
>(
  'privacy.person-data',
  ({ contactId }) => sql`
    select
      (select jsonb_agg(to_jsonb(c) - 'password_hash') from contact c where c.id = ${contactId}) as contact,
      (select coalesce(jsonb_agg(to_jsonb(k) - array['hash', 'contact_id']), '[]')
        from api_key k where k.contact_id = ${contactId}) as keys,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'name', f.name, 'created_at', f.created_at,
          'last_used_at', f.last_used_at)), '[]') from factor f where f.contact_id = ${contactId}) as factors,
      (select coalesce(jsonb_agg(jsonb_build_object('network', n.network, 'last_login_at', n.last_login_at)), '[]')
        from login_network n where n.contact_id = ${contactId}) as networks,
      (select coalesce(jsonb_agg(jsonb_build_object('created_at', t.created_at, 'expires_at', t.expires_at,
          'last_used_at', t.last_used_at, 'bound_to', t.bound_to)), '[]')
        from token t where t.contact_id = ${contactId}) as sessions,
      (select coalesce(jsonb_agg(entry), '[]') from (
        select jsonb_build_object('at', e.recorded_at, 'event', e.event, 'subject', e.subject, 'name', (
            select p.value from audit_person p where p.account = e.account and p.seq = e.seq and p.field = 'name'),
          'address', (
            select p.value from audit_person p where p.account = e.account and p.seq = e.seq and p.field = 'address')
          ) as entry
        from audit_entry e
        where e.account = (select reseller_id from contact where id = ${contactId}) and e.contact_id = ${contactId}
        order by e.seq desc limit ${raw(String(ENTRIES))}) newest) as entries`,
)

/**
 * Erases the personal values of the entries that a person caused, or that name it and no other person: somebody else may have
 * the username by now. The chain of entries stays whole.
 */
export const eraseFromAudit = statement<{ resellerId: number; contactId: number; username: string }>(
  'privacy.erase-from-audit',
  ({ resellerId, contactId, username }) => sql`
    delete from audit_person where account = ${resellerId} and seq in (
      select seq from audit_entry where account = ${resellerId} and contact_id = ${contactId}
      union all
      select p.seq from audit_person p join audit_entry e on e.account = p.account and e.seq = p.seq
      where p.account = ${resellerId} and p.field = 'name' and p.value = ${username} and e.contact_id is null)`,
)
