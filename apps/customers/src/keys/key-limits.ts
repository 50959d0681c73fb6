import { fail } from '@nameyard/contracts/errors'
import type { createKey } from '@nameyard/contracts/keys/create-key'
import type { Input, ObjectLimits, SpendLimits } from '@nameyard/contracts/operation'
import { parseDomainName } from '@nameyard/names/domain-name'

/** Largest limit of spending; without it, a number could be too large for its column. */
const MAX_SPEND = 1_000_000_000

type Given = Input<typeof createKey>

/** Returns the objects that a request limits its key to; undefined for no such limit. Refuses what is not a name. */
export function objectLimitsOf({ domains, zones, record_names, record_types }: Given): ObjectLimits | undefined {
  if (zones === undefined) {
    for (const [field, given] of Object.entries({ record_names, record_types })) {
      if (given !== undefined) fail('invalid_input', { field, problem: 'needs zones' })
    }
  }
  if (domains === undefined && zones === undefined) return undefined
  return {
    domains: namesOf('domains', domains),
    zones: namesOf('zones', zones),
    ...(record_names && { recordNames: record_names.map(recordName) }),
    ...(record_types && { recordTypes: record_types.map(recordType) }),
  }
}

/** Returns what the orders of a key may cost. */
export function spendLimitsOf({ spend_per_day: perDay, spend_per_month: perMonth }: Given): SpendLimits {
  for (const [field, given = 0] of Object.entries({ spend_per_day: perDay, spend_per_month: perMonth })) {
    if (given > MAX_SPEND) fail('invalid_input', { field, problem: `must not be more than ${MAX_SPEND}` })
  }
  return { ...(perDay !== undefined && { perDay }), ...(perMonth !== undefined && { perMonth }) }
}

function namesOf(field: string, given: readonly string[] = []): string[] {
  const names = given.map((name) => {
    const parsed = parseDomainName(name.trim())
    if (parsed.ok) return parsed.value.ascii
    return fail('invalid_input', { field, problem: `${name}: ${parsed.error.problem}` })
  })
  return [...new Set(names)]
}

/** An owner name relative to the zone, in lower case. Labels of U-labels are not accepted: a pattern has no A-labels. */
function recordName(given: string): string {
  const name = given.trim().toLowerCase()
  if (name === '@' || /^[!-~]+$/.test(name)) return name
  return fail('invalid_input', { field: 'record_names', problem: `${given}: has a character that no owner name has` })
}

function recordType(given: string): string {
  const type = given.trim().toUpperCase()
  if (/^[A-Z][A-Z\d-]*$/.test(type)) return type
  return fail('invalid_input', { field: 'record_types', problem: `${given}: is not a type of record` })
}
