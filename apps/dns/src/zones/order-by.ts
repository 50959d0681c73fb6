import type { Order } from '@nameyard/contracts/primitives/scalars'

/**
 * The `order by` of a list: the keys a client gave, in the order of the contract, then the list's own order, which ends
 * in something unique so that pages neither repeat nor skip.
 */
export function orderBy<Key extends string>(
  given: Partial<Record<Key, Order | undefined>> | undefined,
  columns: Readonly<Record<Key, string>>,
  own: string,
): string {
  const keys = Object.keys(columns) as Key[]
  return [...keys.flatMap((key) => (given?.[key] ? [`${columns[key]} ${given[key]}`] : [])), own].join(', ')
}
