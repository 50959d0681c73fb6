/**
 * `null` means absent, at every depth of an input: the keys that hold it are taken out before anything is read.
 * What holds none is returned as it is, so that reading twice costs nothing.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    const cleaned = value.map(withoutNulls)
    return cleaned.some((each, index) => each !== value[index]) ? cleaned : value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const cleaned = entries.flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)] as const]))
  const same = cleaned.length === entries.length && cleaned.every(([, each], index) => each === entries[index]?.[1])
  return same ? value : Object.fromEntries(cleaned)
}
