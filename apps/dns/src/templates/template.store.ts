import { statement } from '@nameyard/persistence/statement'
import type { TemplateRecord } from './placeholder'

const recordObject = `json_strip_nulls(json_build_object(
  'id', r.id, 'name', r.name, 'type', r.type, 'value', r.value, 'ttl', r.ttl, 'prio', r.prio))`

/** Columns of a template `t` as the wire has them. */
export const templateColumns = 't.id, t.name, false as is_spamexperts_enabled'

/** The records of a template `t` as the wire has them, in the order they were given. */
export const templateRecords = `(
  select coalesce(json_agg(${recordObject} order by r.place), '[]') from template_record r where r.template_id = t.id)`

/** A template as the wire has it; what a record was given without, it lacks. */
export interface WireTemplate {
  readonly id: number
  readonly name: string
  readonly is_spamexperts_enabled: boolean
  readonly records: (TemplateRecord & { readonly id: number })[]
}

/**
 * `$1` account, `$2` name, `$3` now, then the types, names, values, TTLs and prios of the records; no row when the
 * account has a template of that name.
 */
export const insertTemplate = statement(
  'dns.insert-template',
  `with made as (
     insert into template (reseller_id, name, created_at) values ($1, $2, $3)
     on conflict (reseller_id, lower(name)) do nothing returning id),
   stored as (
     insert into template_record (template_id, place, type, name, value, ttl, prio)
     select made.id, r.place, r.type, r.name, r.value, r.ttl, r.prio
     from made, unnest($4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[]) with ordinality
       as r (type, name, value, ttl, prio, place))
   select id from made`,
)

/** `$1` account, `$2` number. */
export const readTemplate = statement(
  'dns.get-template',
  `select ${templateColumns}, ${templateRecords} as records from template t where t.reseller_id = $1 and t.id = $2`,
)

/** `$1` account, `$2` name in any case. */
export const readTemplateByName = statement(
  'dns.template-by-name',
  `select ${templateRecords} as records from template t where t.reseller_id = $1 and lower(t.name) = lower($2)`,
)

/** `$1` account, `$2` number. */
export const deleteOneTemplate = statement(
  'dns.delete-template',
  'delete from template where reseller_id = $1 and id = $2 returning id',
)
