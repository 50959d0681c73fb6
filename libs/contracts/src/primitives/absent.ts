/**
 * Removes keys with `null` at every depth of an input, because `null` means absent. An input without `null` is returned
 * unchanged, so that a second run is cheap.
 */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !holdsNull(value)) return value
  if (Array.isArray(value)) return value.map(withoutNulls)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)] as const])),
  )
}

/** Checks first whether a copy is needed: zones with thousands of records usually have no null. */
function holdsNull(value: object): boolean {
  for (const key in value) {
    const each: unknown = value[key as never]
    if (each === null || (typeof each === 'object' && holdsNull(each))) return true
  }
  return false
}
