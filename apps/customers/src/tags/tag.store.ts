import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { statement } from '@nameyard/persistence/statement'
import type { Tx } from '@nameyard/persistence/database'
import { EntitySchema } from 'typeorm'

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

/** account → held so that its tags and the tags of its customers stay what they are, but for others that hold it so */
const holdTags = statement('tag.hold', 'select id from reseller where id = $1 for key share')

/** account → held alone: customers that are being given tags are waited for, and others wait */
export const lockTags = statement('tag.lock', 'select id from reseller where id = $1 for update')

/** account, values → those that are not listed yet are; in one order, so that none wait in a ring */
const insertTags = statement(
  'tag.insert',
  `insert into tag (reseller_id, value) select distinct $1::integer, value from unnest($2::text[]) as given (value)
   order by value on conflict do nothing`,
)

/** account, value → it, when it was listed */
export const removeTag = statement(
  'tag.delete',
  'delete from tag where reseller_id = $1 and md5(value) = md5($2) returning id',
)

/** account, value, now */
export const takeTagFromCustomers = statement(
  'tag.take_from_customers',
  `update customer set updated_at = $3, tags = (
     select coalesce(jsonb_agg(tag order by place), '[]') from jsonb_array_elements(tags) with ordinality as t (tag, place)
     where tag ->> 'value' <> $2::text)
   where reseller_id = $1 and deleted_at is null and tags <> '[]'
     and tags @> jsonb_build_array(jsonb_build_object('value', $2::text))`,
)

/**
 * Lists tags that an account makes or gives to a customer. Before the customer is locked: whoever deletes a tag holds the
 * account first and its customers then.
 */
export async function keepTags(tx: Tx, resellerId: number, tags: readonly WireTag[]): Promise<void> {
  const said = tags.map(({ value }) => String(value)).filter((value) => !isBlank(value))
  if (said.length === 0) return
  await tx.query(holdTags, [resellerId])
  await tx.query(insertTags, [resellerId, said])
}

/** Whether a tag says nothing; such a one is on no list. */
export function isBlank(value: string): boolean {
  return value.trim() === ''
}
