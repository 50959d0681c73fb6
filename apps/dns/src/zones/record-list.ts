import type { listRecords } from '@nameyard/contracts/dns/list-records'
import type { Input } from '@nameyard/contracts/operation'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { recordTypes } from '@nameyard/zone/record-types'
import { authorityRecords, type Authority } from '@nameyard/zone/zone'
import { presentRecord } from '@nameyard/zone/zone-record'
import { orderBy } from './order-by'
import { recordList } from './wire-zone'

/** The zone whose records are listed. */
export interface ListedZone {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

const sortKeys = {
  type: 'row.type',
  name: 'row.name collate "C"',
  value: 'row.value collate "C"',
  ttl: 'row.ttl',
  prio: 'row.prio',
}

/** By type, then by name: the order of the index that lists are read from. */
const ownOrder = `row.type, ${sortKeys.name}, row.prio, row.id`

/**
 * Rows of all records, those of the platform before those of resellers. Without a condition of their own they are one
 * relation to the planner, which then merges them in the order of the index instead of sorting them.
 */
const rows = `select $1::integer as zone_id, m.place - 1 - cardinality($3::text[]) as id, m.type, $2::text as name, m.value,
    m.ttl, 0 as prio, m.created_at, m.updated_at
  from unnest($3::text[], $4::text[], $5::integer[], $6::timestamptz[], $7::timestamptz[])
    with ordinality as m (type, value, ttl, created_at, updated_at, place)
  union all
  select r.zone_id, r.id, r.type, r.owner, r.value, r.ttl, r.prio, r.created_at, r.updated_at from record r`

/** A type by its mnemonic, also where a number stands for it (RFC 3597 section 5). */
function typeNamed(given: string): string {
  const name = given.trim().toUpperCase()
  return recordTypes.get(name)?.name ?? name
}

/**
 * The statement of one list: a page of the records and the count of all that match. What matches is found in the index
 * alone, unless values are looked at, and whole records are read for the page only. Its text depends on what is given,
 * so it stays unnamed.
 */
export function recordsOf(
  { id, name, version, createdAt, updatedAt }: ListedZone,
  authority: Authority,
  query: Input<typeof listRecords>,
): { statement: Statement; values: unknown[] } {
  const managed = authorityRecords(name, authority, BigInt(version)).map(presentRecord)
  const values: unknown[] = [
    id,
    name,
    managed.map(({ type }) => type),
    managed.map(({ value }) => value),
    managed.map(({ ttl }) => ttl),
    managed.map(() => createdAt),
    // Every version has a new SOA record.
    managed.map(({ type }) => (type === 'SOA' ? updatedAt : createdAt)),
  ]
  const { record_name_pattern: pattern, value_pattern, type, prio, ttl, limit, offset } = query
  const given = (condition: string, value: unknown) =>
    value === undefined ? [] : [`${condition} $${values.push(value)}`]
  const matching = [
    'row.zone_id = $1',
    // Names are stored in lower case.
    ...given(`${sortKeys.name} like`, pattern && likePattern(pattern.toLowerCase())),
    ...given('lower(row.value) like', value_pattern && likePattern(value_pattern.toLowerCase())),
    ...given('row.type =', type === undefined ? undefined : typeNamed(type)),
    ...given('row.prio =', prio),
    ...given('row.ttl =', ttl),
  ].join(' and ')
  const order = orderBy(query.order_by, sortKeys, ownOrder)
  // Looking at values costs more than keeping what was found; everything else is found twice within the index.
  const kept = value_pattern === undefined ? 'not materialized' : 'materialized'
  const page = `select row.id from matching row order by ${order} limit ${limit} offset ${offset}`
  const text = `with matching as ${kept} (select row.* from (${rows}) row where ${matching})
    select (select count(*)::integer from matching) as total,
      ${recordList(`select * from (${rows}) row where row.zone_id = $1 and row.id = any(array(${page})) order by ${order}`)} as results`
  return { statement: statement('', text), values }
}
