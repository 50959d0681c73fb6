import * as declared from './declared-operations'

/** One of the operations that the contracts declare. */
export type KnownOperation = (typeof declared)[keyof typeof declared]

/** An operation with a route. */
export type RoutedOperation = Extract<KnownOperation, { audience: 'reseller' }>

/** All operations, in the order of their ids. */
export const operations: readonly KnownOperation[] = Object.values(declared).toSorted((a, b) => compare(a.id, b.id))

/** The operations with a route, by path and method. HTTP routes, OpenAPI, assistant tools and SDK follow this list. */
export const routes: readonly RoutedOperation[] = operations
  .filter((each): each is RoutedOperation => each.audience === 'reseller')
  .toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
