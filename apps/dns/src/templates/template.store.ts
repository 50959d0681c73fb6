import { sql, statement } from '@nameyard/persistence/statement'
import type { TemplateRecord } from './placeholder'

const recordObject = sql`json_strip_nulls(json_build_object(
  'id', r.id, 'name', r.name, 'type', r.type, 'value', r.value, 'ttl', r.ttl, 'prio', r.prio))`

/** Columns of a template `t` as the wire has them. */
export const templateColumns = sql`t.id, t.name, false as is_spamexperts_enabled`

/** The records of a template `t` as the wire has them, in the order they were given. */
export const templateRecords = sql`(
  select coalesce(json_agg(${recordObject} order by r.place), '[]') from template_record r where r.template_id = t.id)`

/** A template as the wire has it. Its records lack the fields that they were given without. */
export interface WireTemplate {
  readonly id: number
  readonly name: string
  readonly is_spamexperts_enabled: boolean
  readonly records: (TemplateRecord & { readonly id: number })[]
}

/** Inserts a template with its records. Returns no row when the account has a template of that name. */
export const insertTemplate = statement<
  {
    resellerId: number
    name: string
    now: Date
    types: readonly string[]
    names: readonly string[]
    values: readonly string[]
    ttls: readonly number[]
    prios: readonly (null | number)[]
  },
  { id: number }
>(
  'dns.insert-template',
  (given) => sql`
    with made as (
      insert into template (reseller_id, name, created_at) values (${given.resellerId}, ${given.name}, ${given.now})
      on conflict (reseller_id, lower(name)) do nothing returning id),
    stored as (
      insert into template_record (template_id, place, type, name, value, ttl, prio)
      select made.id, r.place, r.type, r.name, r.value, r.ttl, r.prio
      from made, unnest(${given.types}::text[], ${given.names}::text[], ${given.values}::text[],
          ${given.ttls}::integer[], ${given.prios}::integer[])
        with ordinality as r (type, name, value, ttl, prio, place))
    select id from made`,
)

export const readTemplate = statement<{ resellerId: number; id: number }, WireTemplate>(
  'dns.get-template',
  (given) => sql`
    select ${templateColumns}, ${templateRecords} as records from template t
    where t.reseller_id = ${given.resellerId} and t.id = ${given.id}`,
)

/** Finds a template by its name in any case. */
export const readTemplateByName = statement<{ resellerId: number; name: string }, Pick<WireTemplate, 'records'>>(
  'dns.template-by-name',
  (given) => sql`
    select ${templateRecords} as records from template t
    where t.reseller_id = ${given.resellerId} and lower(t.name) = lower(${given.name})`,
)

export const deleteOneTemplate = statement<{ resellerId: number; id: number }>(
  'dns.delete-template',
  ({ resellerId, id }) => sql`delete from template where reseller_id = ${resellerId} and id = ${id} returning id`,
)
