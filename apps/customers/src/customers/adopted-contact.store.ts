import { sql, statement } from '@nameyard/persistence/statement'
import { citizen, shownColumns, type Citizen, type ShownCustomer } from './customer.store'

/** The customer that was made of a contact at a registry. */
interface AdoptedContact {
  readonly resellerId: number
  readonly account: string
  readonly registryId: string
  readonly customerId: number
}

export const lockAccount = statement<{ resellerId: number }, { id: number }>(
  'reseller.lock_for_contacts',
  ({ resellerId }) => sql`select id from reseller where id = ${resellerId} for no key update`,
)

/** The customers of contacts; a deleted one does not count. */
export const adoptedCustomers = statement<
  Pick<AdoptedContact, 'account' | 'resellerId'> & { ids: readonly string[] },
  { registryId: string; handle: string }
>(
  'customer.adopted',
  ({ resellerId, account, ids }) => sql`
    select a.registry_id as "registryId", c.handle from adopted_contact a join customer c on c.id = a.customer_id
    where a.reseller_id = ${resellerId} and a.account = ${account} and a.registry_id = any(${ids}::text[])
      and c.deleted_at is null`,
)

/** Customers of an account with an e-mail address, in lower case; the oldest first. */
export const sameAddress = statement<{ resellerId: number; email: string }, ShownCustomer & Citizen>(
  'customer.of_address',
  ({ resellerId, email }) => sql`
    select ${shownColumns}, ${citizen} from customer
    where reseller_id = ${resellerId} and email_folded = ${email} and deleted_at is null order by id limit 50`,
)

export const saveAdopted = statement<AdoptedContact>(
  'customer.save_adopted',
  (given) => sql`
    insert into adopted_contact (reseller_id, account, registry_id, customer_id)
    values (${given.resellerId}, ${given.account}, ${given.registryId}, ${given.customerId})
    on conflict (reseller_id, account, registry_id) do update set customer_id = excluded.customer_id`,
)

/** The customers that were made of contacts, in any account. */
export const adoptedAnywhere = statement<
  { account: string; ids: readonly string[] },
  { id: string; resellerId: number; handle: string }
>(
  'customer.adopted_anywhere',
  ({ account, ids }) => sql`
    select a.registry_id as id, a.reseller_id as "resellerId", c.handle
    from adopted_contact a join customer c on c.id = a.customer_id
    where a.account = ${account} and a.registry_id = any(${ids}::text[]) and c.deleted_at is null`,
)

/** Customers of any account with one of some e-mail addresses, in lower case; of each address the oldest. */
export const addressAnywhere = statement<{ emails: readonly string[] }, ShownCustomer & Citizen>(
  'customer.of_address_anywhere',
  ({ emails }) => sql`
    select found.* from unnest(${emails}::text[]) asked (email)
    cross join lateral (
      select ${shownColumns}, ${citizen} from customer
      where email_folded = asked.email and deleted_at is null order by id limit 50) found`,
)
