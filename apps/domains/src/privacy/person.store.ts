import { raw, sql, statement, type Placeholder } from '@nameyard/persistence/statement'

/** Rows of one statement: it locks them for some milliseconds. */
export const ERASED_AT_ONCE = 1000

interface OfRequester {
  readonly username: string
  readonly deletedName: string
  readonly erasedAt: Date
}

/** Replaces a deleted person in the history of domains, some rows at a time. */
export const eraseFromHistory = statement<OfRequester, { id: string }>(
  'privacy.erase-from-history',
  ({ username, deletedName, erasedAt }) => sql`
    update domain_history set username = ${deletedName}, address = null where id in (
      select id from domain_history where username = ${username} and happened_at <= ${erasedAt}
      limit ${raw(String(ERASED_AT_ONCE))} for update) returning id`,
)

/** Replaces a deleted person in the registry operations of domains, some rows at a time. */
export const eraseFromOperations = statement<OfRequester, { id: string }>(
  'privacy.erase-from-operations',
  ({ username, deletedName, erasedAt }) => sql`
    update registry_operation set username = ${deletedName}, address = null where operation_id in (
      select operation_id from registry_operation where username = ${username} and submitted_at <= ${erasedAt}
      limit ${raw(String(ERASED_AT_ONCE))} for update) returning operation_id as id`,
)

interface OfCustomer {
  readonly resellerId: number
  readonly handle: string
}

const roles = sql`array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]`

/** Numbers of the failed orders that name a customer, and of the gone domains whose registrant it was. */
const endedOf = (given: { readonly [Name in keyof OfCustomer]: Placeholder }) => sql`
    select id from domain
    where deleted_at is null and phase = 'failed' and ${roles} && array[${given.handle}::text]
      and reseller_id = ${given.resellerId}
    union all
    select id from domain
    where deleted_at is not null and owner_handle = ${given.handle} and reseller_id = ${given.resellerId}`

/** Removes what extensions demanded of a deleted customer, and the comments, from failed orders and gone domains. */
export const eraseFromEnded = statement<OfCustomer>(
  'privacy.erase-from-ended',
  (given) => sql`
    with ended as materialized (${endedOf(given)}),
      domains as (
        update domain set comments = '', comments_changed_at = null, additional_data = '{}', application = null
        where id in (select id from ended)),
      violations as (
        update lifecycle_violation set domain = domain - array['comments', 'additionalData', 'application']
        where domain_id in (select id from ended)),
      differences as (delete from registry_drift where domain_id in (select id from ended))
    update registry_operation set rollback = rollback - array['comments', 'additionalData']
    where domain_id in (select id from ended) and rollback is not null`,
)

/** When the last domain of a customer ended, as its registrant. An order that failed was never registered. */
export const registrationEnd = statement<OfCustomer, { endedAt: Date | null }>(
  'privacy.registration-end',
  ({ resellerId, handle }) => sql`
    select max(deleted_at) as "endedAt" from domain
    where owner_handle = ${handle} and reseller_id = ${resellerId} and deleted_at is not null
      and activated_at is not null`,
)

/** Domains of one page of an export. */
export const DOMAINS_OF_PAGE = 200

/** A page of the domains, orders and gone domains that name a customer, with their histories. */
export const domainsOfCustomer = statement<OfCustomer & { readonly after: number }, { id: number; domain: object }>(
  'privacy.domains-of-customer',
  ({ resellerId, handle, after }) => sql`
    with named as materialized (
      select * from domain where deleted_at is null and ${roles} && array[${handle}::text]
      union all select * from domain where deleted_at is not null and owner_handle = ${handle}),
    page as (select * from named where reseller_id = ${resellerId} and id > ${after} order by id limit ${raw(String(DOMAINS_OF_PAGE))})
    select id, json_build_object(
      'id', id, 'name', name, 'phase', phase, 'owner_handle', owner_handle, 'admin_handle', admin_handle,
      'tech_handle', tech_handle, 'billing_handle', billing_handle, 'reseller_handle', reseller_handle,
      'comments', comments, 'additional_data', additional_data - array['auth_code', 'allocation_token'],
      'ordered_at', ordered_at, 'activated_at', activated_at, 'expires_at', expires_at, 'deleted_at', deleted_at,
      'history', (
        select coalesce(json_agg(json_build_object('at', h.happened_at, 'change', h.contents) order by h.happened_at), '[]')
        from domain_history h where h.domain_id = page.id),
      'operations', (
        select coalesce(json_agg(json_build_object('submitted_at', o.submitted_at, 'purpose', o.purpose,
          'state', o.state, 'settled_at', o.settled_at) order by o.seq), '[]')
        from registry_operation o where o.domain_id = page.id)) as domain
    from page order by id`,
)

/** Most changes in the export of a contact person; the newest ones. */
const CHANGES = 10_000

/** The newest changes of domains that a person made. */
export const changesOfContact = statement<{ readonly username: string }, { change: object }>(
  'privacy.changes-of-contact',
  ({ username }) => sql`
    with changes as (
      (select domain_id, happened_at as at, contents as change, address from domain_history
        where username = ${username} order by happened_at desc limit ${raw(String(CHANGES))})
      union all
      (select domain_id, submitted_at, purpose, address from registry_operation
        where username = ${username} order by submitted_at desc limit ${raw(String(CHANGES))}))
    select json_build_object('domain', d.name, 'at', c.at, 'change', c.change, 'address', c.address) as change
    from changes c join domain d on d.id = c.domain_id order by c.at desc limit ${raw(String(CHANGES))}`,
)
