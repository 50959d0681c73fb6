import type { listRecords } from '@nameyard/contracts/dns/list-records'
import type { Input } from '@nameyard/contracts/operation'
import { orderBy } from '@nameyard/persistence/filtered-list'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, raw, sql, type Sql } from '@nameyard/persistence/statement'
import { recordTypes } from '@nameyard/zone/record-types'
import { authorityRecords, type Authority } from '@nameyard/zone/zone'
import { presentRecord } from '@nameyard/zone/zone-record'
import { ordersOf } from '../list-orders'
import { withinLimits, type RecordLimits } from '../records/key-limits'
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
  type: sql`row.type`,
  name: sql`row.name collate "C"`,
  value: sql`row.value collate "C"`,
  ttl: sql`row.ttl`,
  prio: sql`row.prio`,
}

/** By type, then by name: the order of the index that lists are read from. */
const ownOrder = [sortKeys.type, sortKeys.name, sortKeys.prio, sql`row.id`]

/** Records of the platform as columns for `unnest`. */
interface ManagedColumns {
  readonly types: readonly string[]
  readonly values: readonly string[]
  readonly ttls: readonly number[]
  readonly createdAt: readonly Date[]
  readonly updatedAt: readonly Date[]
}

/**
 * Rows of all records, those of the platform before those of resellers. They have no condition of their own, so that they
 * are one relation to the planner, which then merges them in the order of the index instead of sorting them.
 */
const rowsOf = ({ id, name }: ListedZone, { types, values, ttls, createdAt, updatedAt }: ManagedColumns): Sql =>
  sql`select ${id}::integer as zone_id, m.place - 1 - cardinality(${types}::text[]) as id, m.type,
    ${name}::text as name, m.value, m.ttl, 0 as prio, m.created_at, m.updated_at
  from unnest(${types}::text[], ${values}::text[], ${ttls}::integer[], ${createdAt}::timestamptz[],
    ${updatedAt}::timestamptz[]) with ordinality as m (type, value, ttl, created_at, updated_at, place)
  union all
  select r.zone_id, r.id, r.type, r.owner, r.value, r.ttl, r.prio, r.created_at, r.updated_at from record r`

/** A type by its mnemonic, also when a number is given (RFC 3597 section 5). */
function typeNamed(given: string): string {
  const name = given.trim().toUpperCase()
  return recordTypes.get(name)?.name ?? name
}

/**
 * The query of one list: a page of the records and the count of all matches. Matches are found in the index alone, unless
 * the list is filtered by value, and whole records are read for the page only.
 */
export function recordsOf(
  zone: ListedZone,
  authority: Authority,
  query: Input<typeof listRecords>,
  limits?: RecordLimits,
): Sql {
  const { id, name, version, createdAt, updatedAt } = zone
  const managed = authorityRecords(name, authority, BigInt(version)).map(presentRecord)
  const rows = rowsOf(zone, {
    types: managed.map(({ type }) => type),
    values: managed.map(({ value }) => value),
    ttls: managed.map(({ ttl }) => ttl),
    createdAt: managed.map(() => createdAt),
    // Every version has a new SOA record.
    updatedAt: managed.map(({ type }) => (type === 'SOA' ? updatedAt : createdAt)),
  })
  const { record_name_pattern: pattern, value_pattern, type, prio, ttl, limit, offset } = query
  const filters = [sql`row.zone_id = ${id}`]
  // Names are stored in lower case.
  if (pattern !== undefined) filters.push(sql`${sortKeys.name} like ${likePattern(pattern.toLowerCase())}`)
  if (value_pattern !== undefined) filters.push(sql`lower(row.value) like ${likePattern(value_pattern.toLowerCase())}`)
  if (type !== undefined) filters.push(sql`row.type = ${typeNamed(type)}`)
  if (prio !== undefined) filters.push(sql`row.prio = ${prio}`)
  if (limits) filters.push(withinLimits(limits))
  if (ttl !== undefined) filters.push(sql`row.ttl = ${ttl}`)
  const order = orderBy(ordersOf(query.order_by, sortKeys, ownOrder))
  // A filter by value is expensive, so its matches are computed once and stored. Other filters are cheaper to evaluate
  // twice, in the index.
  const kept = raw(value_pattern === undefined ? 'not materialized' : 'materialized')
  const page = sql`select row.id from matching row ${order} limit ${limit} offset ${offset}`
  const pageRows = sql`select * from (${rows}) row where row.zone_id = ${id} and row.id = any(array(${page})) ${order}`
  return sql`with matching as ${kept} (select row.* from (${rows}) row where ${join(filters, ' and ')})
    select (select count(*)::integer from matching) as total, ${recordList(pageRows)} as results`
}
