/**
 * `null` means absent, at every depth of an input: the keys that hold it are taken out before anything is read.
 * What holds none is returned as it is, so that reading twice costs nothing.
 */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !holdsNull(value)) return value
  if (Array.isArray(value)) return value.map(withoutNulls)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)] as const])),
  )
}

/** Looks before anything is copied: zones of thousands of records come with no null at all. */
function holdsNull(value: object): boolean {
  for (const key in value) {
    const each: unknown = value[key as never]
    if (each === null || (typeof each === 'object' && holdsNull(each))) return true
  }
  return false
}
