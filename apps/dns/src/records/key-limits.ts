import type { updateZone } from '@nameyard/contracts/dns/update-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, ObjectLimits } from '@nameyard/contracts/operation'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, sql, type Sql } from '@nameyard/persistence/statement'
import { recordTypes } from '@nameyard/zone/record-types'
import { parseOwner } from '@nameyard/zone/zone-record'

/** The records of a zone that an API key is limited to. Absent: all owner names, or all types. */
export interface RecordLimits {
  /** Patterns of fully qualified owner names in lower case; `*` stands for any characters. */
  readonly owners?: readonly string[]
  readonly types?: readonly string[]
}

/**
 * Returns the records of a zone that the key of a call is limited to; undefined for all. Refuses a zone that the key does
 * not name with `zone_not_found`, as if the account did not have it.
 */
export function recordLimitsOf({ actor }: Pick<Call, 'actor'>, apex: string): RecordLimits | undefined {
  if (!actor?.limits) return undefined
  if (!actor.limits.zones.includes(apex)) fail('zone_not_found')
  return limitsIn(actor.limits, apex)
}

function limitsIn({ recordNames, recordTypes: types }: ObjectLimits, apex: string): RecordLimits | undefined {
  if (!recordNames && !types) return undefined
  return { ...(recordNames && { owners: recordNames.map((name) => fullPattern(name, apex)) }), ...(types && { types }) }
}

/** Conditions on the records `row` of a zone. */
export function withinLimits({ owners, types }: RecordLimits): Sql {
  const conditions = [
    ...(owners ? [sql`row.name like any(${owners.map(likePattern)}::text[])`] : []),
    ...(types ? [sql`row.type = any(${types}::text[])`] : []),
  ]
  return join(conditions, ' and ')
}

/** Conditions on the records `row` of the zones `z` of a key; undefined for all records. */
export function withinLimitsOfZones(limits: ObjectLimits): Sql | undefined {
  const each = limits.zones.flatMap((apex) => {
    const records = limitsIn(limits, apex)
    return records ? [sql`(z.name = ${apex} and ${withinLimits(records)})`] : []
  })
  return each.length > 0 ? sql`(${join(each, ' or ')})` : undefined
}

/**
 * Refuses a change of a zone that the key of a call may not make. A key that is limited to zones only adds, updates and
 * removes records, and only those of its limits.
 */
export function refuseBeyondKey(call: Pick<Call, 'actor'>, apex: string, input: Input<typeof updateZone>): void {
  if (!call.actor?.limits) return
  const limits = recordLimitsOf(call, apex)
  const { records = {}, secured, master_ip, type, plan, guard } = input
  const isMore = records.replace !== undefined || secured !== undefined || master_ip !== undefined || type === 'slave'
  // Both count the records of the whole zone.
  const isCounting = limits !== undefined && (plan || guard)
  if (isMore || isCounting) fail('key_limits_operation')
  if (!limits) return
  const { add = [], remove = [], update = [] } = records
  const named = [...add, ...remove, ...update.flatMap(({ original_record, record }) => [original_record, record])]
  for (const record of named) {
    const owner = parseOwner(record.name, apex)
    const name = owner.ok ? owner.value : record.name
    const mnemonic = recordTypes.get(record.type.trim().toUpperCase())?.name ?? record.type
    if (!owner.ok || !isWithin(limits, name, mnemonic)) fail('key_limits_record', { record: `${name} ${mnemonic}` })
  }
}

function isWithin({ owners, types }: RecordLimits, name: string, type: string): boolean {
  return (types?.includes(type) ?? true) && (owners?.some((pattern) => matcher(pattern).test(name)) ?? true)
}

/** The pattern of a fully qualified name. A pattern that ends in the name of the zone is fully qualified already. */
function fullPattern(name: string, apex: string): string {
  if (name === '@') return apex
  const given = name.replace(/\.$/, '')
  return given === apex || given.endsWith(`.${apex}`) ? given : `${given}.${apex}`
}

function matcher(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
