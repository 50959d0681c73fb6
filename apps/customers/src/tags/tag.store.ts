import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { isBlank } from './model/tag-value'

type WireTag = NonNullable<WireCustomer['tags']>[number]

/** Column with the tags of the selected customer. */
export const tagsOfCustomer = sql`array(
  select value from customer_tag join tag on tag.id = tag_id where customer_id = customer.id order by place) as tags`

/** Creates missing tags, in sorted order, which prevents deadlocks. */
const insertTags = statement<{ resellerId: number; values: readonly string[] }>(
  'tag.insert',
  ({ resellerId, values }) => sql`
    insert into tag (reseller_id, value) select ${resellerId}, value from unnest(${values}::text[]) as given (value)
    order by value on conflict do nothing`,
)

/**
 * Assigns exactly these tags to a customer. It locks the tags first, so that it waits for a concurrent delete of a tag and
 * then leaves this tag out.
 */
const setTags = statement<
  { resellerId: number; customerId: number; values: readonly string[] },
  { isChanged: boolean }
>(
  'tag.set',
  ({ resellerId, customerId, values }) => sql`
    with held as materialized (
      select tag.id, place from unnest(${values}::text[]) with ordinality as given (value, place)
      join tag on tag.reseller_id = ${resellerId} and md5(tag.value) = md5(given.value)
      for key share of tag
    ), taken as (
      delete from customer_tag where customer_id = ${customerId} and tag_id not in (select id from held)
      returning 1
    ), placed as (
    insert into customer_tag as known (customer_id, tag_id, place) select ${customerId}, id, place from held
    on conflict (customer_id, tag_id) do update set place = excluded.place where known.place <> excluded.place
    returning 1)
    select exists (select from taken) or exists (select from placed) as "isChanged"`,
)

/** Deletes a tag and its assignments. */
export const removeTag = statement<{ resellerId: number; value: string }, { id: number }>(
  'tag.delete',
  ({ resellerId, value }) =>
    sql`delete from tag where reseller_id = ${resellerId} and md5(value) = md5(${value}) returning id`,
)

/** Creates the tags that the account does not have yet. */
export async function listTags(tx: Tx, resellerId: number, values: readonly string[]): Promise<void> {
  await tx.query(insertTags, { resellerId, values })
}

/** Replaces the tags of a customer. Creates tags that do not exist and ignores blank ones. Returns whether it has others now. */
export async function giveTags(
  tx: Tx,
  resellerId: number,
  customerId: number,
  tags: readonly WireTag[],
): Promise<boolean> {
  const values = [...new Set(tags.map(({ value }) => String(value)).filter((value) => !isBlank(value)))]
  if (values.length > 0) await listTags(tx, resellerId, values)
  const [set] = await tx.query(setTags, { resellerId, customerId, values })
  return set!.isChanged
}
