import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'
import { isBlank } from '../customers/model/tag-value'

type WireTag = NonNullable<WireCustomer['tags']>[number]

/** A label that an account has for its customers; it is listed from when it was made or first given to a customer. */
export interface Tag {
  readonly id: number
  readonly reseller_id: number
  readonly value: string
}

export const tagSchema = new EntitySchema<Tag>({
  name: 'tag',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    reseller_id: { type: 'integer', foreignKey: { target: 'reseller', inverseSide: 'id', name: 'tag_reseller' } },
    value: { type: 'text', collation: 'C' },
  },
  // On the digest of the value, which may be longer than an entry of an index.
  indices: [{ name: 'tag_value', columns: ['reseller_id', 'value'], synchronize: false as const }],
})

/** That a customer has a label; gone with the label. */
export interface CustomerTag {
  readonly customer_id: number
  readonly tag_id: number
  /** Among those of the customer, as they were given. */
  readonly place: number
}

export const customerTagSchema = new EntitySchema<CustomerTag>({
  name: 'customer_tag',
  columns: {
    customer_id: {
      type: 'integer',
      primary: true,
      foreignKey: { target: 'customer', inverseSide: 'id', name: 'customer_tag_customer' },
    },
    tag_id: {
      type: 'integer',
      primary: true,
      foreignKey: { target: 'tag', inverseSide: 'id', name: 'customer_tag_tag', onDelete: 'CASCADE' },
    },
    place: { type: 'integer' },
  },
  indices: [{ name: 'customer_tag_tag_id', columns: ['tag_id'] }],
})

/** The labels of the customer whose row is read, as a column of that read. */
export const tagsOfCustomer = `array(
  select value from customer_tag join tag on tag.id = tag_id where customer_id = customer.id order by place) as tags`

/** account, values → those that are not listed yet are; in one order, so that none wait in a ring */
const insertTags = statement(
  'tag.insert',
  `insert into tag (reseller_id, value) select $1, value from unnest($2::text[]) as given (value)
   order by value on conflict do nothing`,
)

/**
 * account, customer, values, each once → the customer has these and no others. They are held first: one that somebody is
 * deleting is waited for, and gone then.
 */
const setTags = statement(
  'tag.set',
  `with held as materialized (
     select tag.id, place from unnest($3::text[]) with ordinality as given (value, place)
     join tag on tag.reseller_id = $1 and md5(tag.value) = md5(given.value)
     for key share of tag
   ), taken as (
     delete from customer_tag where customer_id = $2 and tag_id not in (select id from held)
   )
   insert into customer_tag as known (customer_id, tag_id, place) select $2, id, place from held
   on conflict (customer_id, tag_id) do update set place = excluded.place where known.place <> excluded.place`,
)

/** account, value → it, when it was listed; no customer has it any more */
export const removeTag = statement(
  'tag.delete',
  'delete from tag where reseller_id = $1 and md5(value) = md5($2) returning id',
)

/** Lists tags that an account has not yet. */
export async function listTags(tx: Tx, resellerId: number, values: readonly string[]): Promise<void> {
  await tx.query(insertTags, [resellerId, values])
}

/** Gives a customer these tags in place of those it has; what was not listed is. Blank ones say nothing. */
export async function giveTags(
  tx: Tx,
  resellerId: number,
  customerId: number,
  tags: readonly WireTag[],
): Promise<void> {
  const values = [...new Set(tags.map(({ value }) => String(value)).filter((value) => !isBlank(value)))]
  if (values.length > 0) await listTags(tx, resellerId, values)
  await tx.query(setTags, [resellerId, customerId, values])
}
