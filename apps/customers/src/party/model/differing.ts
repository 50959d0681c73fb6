import { isDeepStrictEqual } from 'node:util'

/** Returns the given columns that differ from the stored ones. */
export function differing<Columns extends object>(before: Columns, given: Partial<Columns>): Partial<Columns> {
  const changed = Object.entries(given).filter(
    ([column, value]) => !isDeepStrictEqual(value, before[column as keyof Columns]),
  )
  return Object.fromEntries(changed) as Partial<Columns>
}
