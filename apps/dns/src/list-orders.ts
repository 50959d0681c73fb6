import type { Order as Direction } from '@nameyard/contracts/primitives/scalars'
import type { Order } from '@nameyard/persistence/filtered-list'
import type { Sql } from '@nameyard/persistence/statement'

/**
 * The order of a list: the keys that the client gave, in the order of the contract, then the list's own order. Its last
 * column is unique, so that pages neither repeat nor skip rows.
 */
export function ordersOf<Key extends string>(
  given: Partial<Record<Key, Direction | undefined>> | undefined,
  columns: Readonly<Record<Key, Sql>>,
  own: readonly Sql[],
): Order[] {
  const keys = Object.keys(columns) as Key[]
  return [
    ...keys.flatMap((key): Order[] => (given?.[key] ? [[columns[key], given[key]]] : [])),
    ...own.map((column): Order => [column, 'asc']),
  ]
}
